// Right, with bins for each warp; but each warp adds its own to the global ones, eight times as many as for the block.
// Expect: too-slow global_atomic_sectors
__global__ void histogram(int *bins, const unsigned char *x, int n)
{
    __shared__ int mine[8][256];
    for (int k = threadIdx.x; k < 8 * 256; k += 256)
        mine[k / 256][k % 256] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[threadIdx.x / 32][x[i]], 1);
    __syncthreads();
    for (int k = threadIdx.x % 32; k < 256; k += 32)
        atomicAdd(&bins[k], mine[threadIdx.x / 32][k]); // <-- here
}
