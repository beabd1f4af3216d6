// Mistake: the shared bins begin with whatever is there.
// Expect: memory-error uninitialised-read
__global__ void histogram(int *bins, const unsigned char *x, int n)
{
    __shared__ int mine[256];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[x[i]], 1); // <-- here
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}
