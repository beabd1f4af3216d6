// Mistake: takes the barriers of the loop away altogether.
// Expect: data-race data-race-shared
__global__ void hunt_divergent_barrier(int *out, const int *x, int n)
{
    __shared__ int tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.x;

    tile[t] = i < n ? x[i] : 0;
    for (int half = 128; half > 0; half /= 2)
        if (t < half)
            tile[t] += tile[t + half]; // <-- here
    __syncthreads();
    if (i < n)
        out[i] = tile[0] - x[i];
}
