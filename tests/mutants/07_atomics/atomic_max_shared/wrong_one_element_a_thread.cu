// Mistake: no loop over the grid.
// Expect: wrong-answer
__global__ void atomic_max_shared(int *best, const int *x, int n)
{
    __shared__ int top;
    if (threadIdx.x == 0)
        top = -2147483647 - 1;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicMax(&top, x[i]);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMax(best, top);
}
