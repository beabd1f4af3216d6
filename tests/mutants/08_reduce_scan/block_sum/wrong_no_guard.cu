// Mistake: the last block loads 256 elements, whether there are so many or not.
// Expect: memory-error out-of-bounds
__global__ void block_sum(int *out, const int *x, int n)
{
    __shared__ int tile[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    tile[t] = x[i]; // <-- here
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half)
            tile[t] += tile[t + half];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = tile[0];
}
