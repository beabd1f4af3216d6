// Mistake: sends the threads without an element away first, so their zeros are missing in the tile.
// Expect: memory-error uninitialised-read
__global__ void hunt_divergent_barrier(int *out, const int *x, int n)
{
    __shared__ int tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.x;
    if (i >= n)
        return;

    tile[t] = x[i];
    __syncthreads();

    for (int half = 128; half > 0; half /= 2) {
        if (t < half)
            tile[t] += tile[t + half]; // <-- here
        __syncthreads();
    }

    out[i] = tile[0] - x[i];
}
