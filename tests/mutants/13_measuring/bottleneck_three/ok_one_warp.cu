// Expect: passed
// The first warp adds: 16 numbers a lane, then shuffles.
__global__ void bottleneck_three(float *rms, int *loud, const float *x, float level, int n)
{
    __shared__ float part[512];
    int t = threadIdx.x, first = blockIdx.x * 1024, count = min(1024, n - first);
    float sum = 0;

    for (int k = t; k < count; k += 512)
        sum += x[first + k] * x[first + k];
    part[t] = sum;
    __syncthreads();

    if (t < 32) {
        sum = 0;
        for (int k = t; k < 512; k += 32)
            sum += part[k];
        for (int s = 16; s > 0; s /= 2)
            sum += __shfl_xor_sync(0xffffffff, sum, s);
    }
    if (t == 0) {
        rms[blockIdx.x] = sqrtf(sum / count);
        if (sum > level * level * count)
            atomicAdd(loud, 1);
    }
}
