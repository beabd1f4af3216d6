// Each warp adds its 32 sums with five shuffles, and the first warp adds the 16 sums of the warps:
// nine steps where thread 0 took 512, and all lanes take part in the first five.
//
// What looked expensive was not. There is only one atomic operation for each block, and one root, and
// the one barrier is needed. A long loop in a single thread is easy to overlook, because it is
// "only 512 additions". But each of them waits for the one before it, and meanwhile the other
// 511 threads of the block wait for thread 0.

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
            rms[blockIdx.x] = sqrtf(sum / count);
            if (sum > level * level * count)
                atomicAdd(loud, 1);
        }
    }
}
