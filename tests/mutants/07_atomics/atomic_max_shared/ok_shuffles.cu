// A warp agrees by shuffles, so the block has eight atomics in shared memory.
// Expect: passed
__global__ void atomic_max_shared(int *best, const int *x, int n)
{
    __shared__ int top;
    if (threadIdx.x == 0)
        top = -2147483647 - 1;
    int mine = -2147483647 - 1;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        mine = max(mine, x[i]);
    for (int d = 16; d > 0; d /= 2)
        mine = max(mine, __shfl_xor_sync(0xffffffff, mine, d));
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        atomicMax(&top, mine);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMax(best, top);
}
