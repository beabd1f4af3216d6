// Mistake: every block writes its sum to the first place.
// Expect: data-race data-race-global
__global__ void block_sum(int *out, const int *x, int n)
{
    __shared__ int tile[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    tile[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half)
            tile[t] += tile[t + half];
        __syncthreads();
    }
    if (t == 0)
        out[0] = tile[0]; // <-- here
}
