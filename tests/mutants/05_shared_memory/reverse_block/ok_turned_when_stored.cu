// Turned on the way into the tile, and fetched in order.
// Expect: passed
__global__ void reverse_block(float *x, int n)
{
    __shared__ float tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    int last = min(n, (blockIdx.x + 1) * 256) - 1 - blockIdx.x * 256;
    bool mine = i < n;
    if (mine)
        tile[last - threadIdx.x] = x[i];
    __syncthreads();
    if (mine)
        x[i] = tile[threadIdx.x];
}
