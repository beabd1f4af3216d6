// Mistake: bytes taken as signed, so from 128 on the index is negative.
// Expect: memory-error out-of-bounds
__global__ void histogram(int *bins, const unsigned char *x, int n)
{
    __shared__ int mine[256];
    mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[(signed char)x[i]], 1); // <-- here
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}
