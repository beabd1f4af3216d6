// Mistake: the barrier moved to the beginning of the round, and none before tile[0] is read.
// Expect: data-race data-race-shared
__global__ void hunt_divergent_barrier(int *out, const int *x, int n)
{
    __shared__ int tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.x;

    tile[t] = i < n ? x[i] : 0;
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            tile[t] += tile[t + half];
    }

    if (i < n)
        out[i] = tile[0] - x[i]; // <-- here
}
