// Correct: counts by calling itself.
// Expect: passed
__device__ __noinline__ int deep(int k)
{
    return k <= 0 ? 0 : 1 + deep(k - 1);
}
__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i - (i % 10) + deep(i % 10);
}
