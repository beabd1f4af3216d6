// Mistake: the products are added as whole 64ths, which not all floats are.
// Expect: wrong-answer
__global__ void dot(float *out, const float *x, const float *y, int n)
{
    __shared__ int all;
    int sum = 0;

    if (threadIdx.x == 0)
        all = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += (int)(x[i] * y[i] * 64);
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&all, sum);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(out, all / 64.0f);
}
