// Mistake: the tile is indexed like x, as if there were one tile for all blocks; right for block 0 alone.
// Expect: memory-error out-of-bounds
__global__ void reverse_block(float *x, int n)
{
    __shared__ float tile[256];
    int first = blockIdx.x * blockDim.x, count = min(256, n - first), i = first + threadIdx.x;
    if (i < n)
        tile[i] = x[i]; // <-- here
    __syncthreads();
    if (i < n)
        x[i] = tile[first + count - 1 - threadIdx.x];
}
