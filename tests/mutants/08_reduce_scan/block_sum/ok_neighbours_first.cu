// The tree from the other end: distances 1, 2, 4 ...; right, though the threads that work are scattered.
// Expect: passed
__global__ void block_sum(int *out, const int *x, int n)
{
    __shared__ int tile[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    tile[t] = i < n ? x[i] : 0;
    for (int d = 1; d < 256; d *= 2) {
        __syncthreads();
        if (t % (2 * d) == 0)
            tile[t] += tile[t + d];
    }
    if (t == 0)
        out[blockIdx.x] = tile[0];
}
