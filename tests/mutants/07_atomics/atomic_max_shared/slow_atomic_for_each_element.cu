// Right, with one global atomic for a block, but a shared one for each element.
// Expect: too-slow atomics
__global__ void atomic_max_shared(int *best, const int *x, int n)
{
    __shared__ int top;
    if (threadIdx.x == 0)
        top = -2147483647 - 1;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicMax(&top, x[i]); // <-- here
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMax(best, top);
}
