// Mistake: the stride is that of 64 blocks, however many there are.
// Expect: wrong-answer
__global__ void dot(float *out, const float *x, const float *y, int n)
{
    float sum = 0;

    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += 64 * 256)
        sum += x[i] * y[i];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, sum);
}
