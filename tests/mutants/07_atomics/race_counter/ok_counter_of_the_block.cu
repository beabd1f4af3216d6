// A counter in shared memory for each block, and one atomic on global memory at the end.
// Expect: passed
__global__ void race_counter(int *count, const int *x, int limit, int n)
{
    __shared__ int mine;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        mine = 0;
    __syncthreads();
    if (i < n && x[i] > limit)
        atomicAdd(&mine, 1);
    __syncthreads();
    if (threadIdx.x == 0 && mine > 0)
        atomicAdd(count, mine);
}
