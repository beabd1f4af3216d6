// Mistake: adds up ints as floats, which are wrong above 2^24.
// Expect: wrong-answer
__global__ void hunt_divergent_barrier(int *out, const int *x, int n)
{
    __shared__ float tile[256];
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
