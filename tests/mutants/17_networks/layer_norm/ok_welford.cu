// Welford's method: one pass that keeps count, mean and squared differences.
// Expect: passed
__device__ void join(float *n, float *mean, float *m2, float n2, float mean2, float other)
{
    float all = *n + n2;

    if (all > 0) {
        float d = mean2 - *mean, share = n2 / all;

        *mean += d * share;
        *m2 += other + d * d * *n * share;
        *n = all;
    }
}

__global__ void layer_norm(float *y, const float *x, const float *gamma, const float *beta, int w, int h)
{
    __shared__ float part[4][3];
    int t = threadIdx.x;
    float n = 0, mean = 0, m2 = 0;

    for (int i = t; i < w; i += 128)
        join(&n, &mean, &m2, 1, x[(size_t)blockIdx.x * w + i], 0);
    for (int s = 16; s > 0; s /= 2)
        join(&n, &mean, &m2, __shfl_xor_sync(0xffffffff, n, s), __shfl_xor_sync(0xffffffff, mean, s), __shfl_xor_sync(0xffffffff, m2, s));
    if (t % 32 == 0) {
        part[t / 32][0] = n;
        part[t / 32][1] = mean;
        part[t / 32][2] = m2;
    }
    __syncthreads();
    n = mean = m2 = 0;
    for (int k = 0; k < 4; k++)
        join(&n, &mean, &m2, part[k][0], part[k][1], part[k][2]);
    float deviation = sqrtf(m2 / w + 0.00001f);
    for (int i = t; i < w; i += 128)
        y[(size_t)blockIdx.x * w + i] = gamma[i] * ((x[(size_t)blockIdx.x * w + i] - mean) / deviation) + beta[i];
}
