// Mistake: other warps raise the shared maximum before it is set.
// Expect: data-race data-race-shared
__global__ void atomic_max_shared(int *best, const int *x, int n)
{
    __shared__ int top;
    if (threadIdx.x == 0)
        top = -2147483647 - 1;
    int mine = -2147483647 - 1;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        mine = max(mine, x[i]);
    atomicMax(&top, mine); // <-- here
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMax(best, top);
}
