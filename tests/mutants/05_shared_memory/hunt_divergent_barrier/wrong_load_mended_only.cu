// Mistake: fixes the first barrier, but not the loop.
// Expect: sync-error divergent-barrier
__global__ void hunt_divergent_barrier(int *out, const int *x, int n)
{
    __shared__ int tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.x;

    tile[t] = i < n ? x[i] : 0;
    __syncthreads();

    for (int half = 128; t < half; half /= 2) {
        tile[t] += tile[t + half];
        __syncthreads();
    }

    __syncthreads();
    if (i < n)
        out[i] = tile[0] - x[i];
}
