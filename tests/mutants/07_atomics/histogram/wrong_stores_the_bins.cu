// Mistake: each block stores its counts, where it should add them.
// Expect: data-race data-race-global
__global__ void histogram(int *bins, const unsigned char *x, int n)
{
    __shared__ int mine[256];
    mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[x[i]], 1);
    __syncthreads();
    bins[threadIdx.x] = mine[threadIdx.x]; // <-- here
}
