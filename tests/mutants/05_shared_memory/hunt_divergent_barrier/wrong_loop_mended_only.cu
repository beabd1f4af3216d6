// Mistake: fixes the loop; with a last block that is not full, some threads are one barrier ahead.
// Expect: sync-error divergent-barrier
__global__ void hunt_divergent_barrier(int *out, const int *x, int n)
{
    __shared__ int tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.x;

    tile[t] = 0;
    if (i < n) {
        tile[t] = x[i];
        __syncthreads();
    }

    for (int half = 128; half > 0; half /= 2) {
        if (t < half)
            tile[t] += tile[t + half];
        __syncthreads();
    }

    if (i < n)
        out[i] = tile[0] - x[i];
}
