// Neighbours first: the stride grows, and a remainder decides which threads add.
// Expect: passed
__global__ void hunt_divergent_barrier(int *out, const int *x, int n)
{
    __shared__ int tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    int mine = i < n ? x[i] : 0;
    tile[t] = mine;
    for (int stride = 1; stride < 256; stride *= 2) {
        __syncthreads();
        if (t % (2 * stride) == 0)
            tile[t] += tile[t + stride];
    }
    __syncthreads();
    if (i < n)
        out[i] = tile[0] - mine;
}
