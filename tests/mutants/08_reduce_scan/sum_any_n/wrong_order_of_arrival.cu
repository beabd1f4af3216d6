// Mistake: count and sum in one word of 64 bits: right, but added in the order in which blocks arrive, so the last bits differ from run to run.
// Expect: wrong-answer
__device__ unsigned long long word;

__global__ void sum_any_n(float *out, unsigned *arrived, const float *x, int n)
{
    __shared__ float sums[8];
    int t = threadIdx.x;
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        sum += x[i];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (t % 32 == 0)
        sums[t / 32] = sum;
    __syncthreads();
    if (t != 0)
        return;
    for (int w = 1; w < 8; w++)
        sum += sums[w];
    unsigned long long old = atomicAdd(&word, 0ull), now, seen;
    for (;;) {
        now = ((old >> 32) + 1) << 32 | __float_as_uint(__uint_as_float((unsigned)old) + sum);
        if (now >> 32 == gridDim.x)
            now = 0;
        seen = atomicCAS(&word, old, now);
        if (seen == old)
            break;
        old = seen;
    }
    if (now == 0)
        *out = __uint_as_float((unsigned)old) + sum;
}
