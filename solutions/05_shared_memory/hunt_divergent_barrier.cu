// A thread that has nothing to do still has to reach the barrier. So a condition that differs between the
// threads of a block goes around the *work*, and never around the barrier: at the load, and in the loop, where
// fewer and fewer threads add while all of them take the same eight rounds.
//
// After the barrier at the end of the last round, every thread may also read tile[0].

__global__ void hunt_divergent_barrier(int *out, const int *x, int n)
{
    __shared__ int tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.x;

    tile[t] = i < n ? x[i] : 0;
    __syncthreads();

    for (int half = 128; half > 0; half /= 2) {
        if (t < half)
            tile[t] += tile[t + half];
        __syncthreads();
    }

    if (i < n)
        out[i] = tile[0] - x[i];
}
