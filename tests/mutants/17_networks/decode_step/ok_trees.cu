// Maximum and sum by trees over all 128 threads. Shares are divided before the values are added.
// Expect: passed
__global__ void decode_step(float *out, const float *q, const float *k, const float *v, int len, int room)
{
    extern __shared__ float score[];
    __shared__ float part[128], query[64];
    int t = threadIdx.x, lane = t % 32;
    size_t first = (size_t)blockIdx.x * room * 64;
    float m = -3.0e38f, sum = 0;

    if (t < 64)
        query[t] = q[blockIdx.x * 64 + t] * 0.125f;
    __syncthreads();
    for (int j = t / 32; j < len; j += 4) {
        float s = query[lane] * k[first + j * 64 + lane] + query[lane + 32] * k[first + j * 64 + lane + 32];

        for (int d = 16; d > 0; d /= 2)
            s += __shfl_down_sync(0xffffffff, s, d);
        if (lane == 0)
            score[j] = s;
    }
    __syncthreads();
    for (int j = t; j < len; j += 128)
        m = max(m, score[j]);
    part[t] = m;
    for (int d = 64; d > 0; d /= 2) {
        __syncthreads();
        if (t < d)
            part[t] = max(part[t], part[t + d]);
    }
    __syncthreads();
    m = part[0];
    __syncthreads();
    for (int j = t; j < len; j += 128)
        sum += score[j] = expf(score[j] - m);
    part[t] = sum;
    for (int d = 64; d > 0; d /= 2) {
        __syncthreads();
        if (t < d)
            part[t] += part[t + d];
    }
    __syncthreads();
    sum = part[0];
    __syncthreads();
    float r = 0;
    for (int j = t / 64; j < len; j += 2)
        r += score[j] / sum * v[first + j * 64 + t % 64];
    part[t] = r;
    __syncthreads();
    if (t < 64)
        out[blockIdx.x * 64 + t] = part[t] + part[t + 64];
}
