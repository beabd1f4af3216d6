// Mistake: shared memory, but counted without an atomic.
// Expect: data-race data-race-shared
__global__ void histogram(int *bins, const unsigned char *x, int n)
{
    __shared__ int mine[256];
    mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        mine[x[i]] += 1; // <-- here
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}
