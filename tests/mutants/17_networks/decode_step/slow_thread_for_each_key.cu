// Right, but each thread has a key for itself, so neighbouring threads are 256 bytes apart.
// Expect: too-slow traffic
__global__ void decode_step(float *out, const float *q, const float *k, const float *v, int len, int room)
{
    extern __shared__ float score[];
    int t = threadIdx.x;
    size_t first = (size_t)blockIdx.x * room * 64;
    float most = -3e38f, total = 0, sum = 0;

    for (int j = t; j < len; j += 128) {
        float s = 0;

        for (int i = 0; i < 64; i++)
            s += q[blockIdx.x * 64 + i] * k[first + (size_t)j * 64 + i]; // <-- here
        score[j] = s / 8;
    }
    __syncthreads();
    for (int j = 0; j < len; j++)
        most = fmaxf(most, score[j]);
    for (int j = 0; j < len && t < 64; j++) {
        float e = expf(score[j] - most);

        total += e;
        sum += e * v[first + (size_t)j * 64 + t];
    }
    if (t < 64)
        out[blockIdx.x * 64 + t] = sum / total;
}
