// Mistake: only the first warp adds up, and only its own bins.
// Expect: wrong-answer
__global__ void histogram(int *bins, const unsigned char *x, int n)
{
    __shared__ int mine[256];
    mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[x[i]], 1);
    __syncthreads();
    if (threadIdx.x < 32)
        atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}
