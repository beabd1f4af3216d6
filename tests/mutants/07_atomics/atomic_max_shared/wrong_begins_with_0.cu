// Mistake: everything begins with 0, which is larger than any negative number.
// Expect: wrong-answer
__global__ void atomic_max_shared(int *best, const int *x, int n)
{
    __shared__ int top;
    if (threadIdx.x == 0)
        top = 0;
    __syncthreads();
    int mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        mine = max(mine, x[i]);
    atomicMax(&top, mine);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMax(best, top);
}
