// Mistake: divides by 1024 also in the last piece, which may be shorter.
// Expect: wrong-answer
__global__ void bottleneck_three(float *rms, int *loud, const float *x, float level, int n)
{
    __shared__ float part[16];
    int t = threadIdx.x, first = blockIdx.x * 1024, count = min(1024, n - first);
    float sum = 0;

    for (int k = t; k < count; k += 512)
        sum += x[first + k] * x[first + k];
    for (int s = 16; s > 0; s /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, s);
    if (t % 32 == 0)
        part[t / 32] = sum;
    __syncthreads();

    if (t < 32) {
        sum = t < 16 ? part[t] : 0;
        for (int s = 8; s > 0; s /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, s);
        if (t == 0) {
            rms[blockIdx.x] = sqrtf(sum / 1024);
            if (sum > level * level * count)
                atomicAdd(loud, 1);
        }
    }
}
