// No tree: all add to one number of the block, atomically.
// Expect: passed
__global__ void block_sum(int *out, const int *x, int n)
{
    __shared__ int sum;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    if (i < n)
        atomicAdd(&sum, x[i]);
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}
