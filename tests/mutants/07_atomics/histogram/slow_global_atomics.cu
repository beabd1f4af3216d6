// Right, but every byte is an atomic on global memory.
// Expect: too-slow global_atomic_sectors
__global__ void histogram(int *bins, const unsigned char *x, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[x[i]], 1); // <-- here
}
