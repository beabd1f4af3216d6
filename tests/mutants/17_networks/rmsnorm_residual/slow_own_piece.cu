// Right, but each thread has a piece of the row for itself, so a warp's threads are far apart.
// Expect: too-slow traffic
__global__ void rmsnorm_residual(float *x, float *y, const float *add, const float *gain, int w, int h)
{
    __shared__ float part[4];
    int t = threadIdx.x, piece = (w + 127) / 128, from = min(w, t * piece), to = min(w, from + piece);
    size_t begin = (size_t)blockIdx.x * w;
    float squares = 0;

    for (int i = from; i < to; i++) {
        float v = x[begin + i] + add[begin + i];

        x[begin + i] = v;
        squares += v * v;
    }
    for (int s = 16; s > 0; s /= 2)
        squares += __shfl_xor_sync(0xffffffff, squares, s);
    part[t / 32] = squares;
    __syncthreads();
    float factor = rsqrtf((part[0] + part[1] + part[2] + part[3]) / w + 1e-5f);
    for (int i = from; i < to; i++)
        y[begin + i] = x[begin + i] * factor * gain[i]; // <-- here
}
