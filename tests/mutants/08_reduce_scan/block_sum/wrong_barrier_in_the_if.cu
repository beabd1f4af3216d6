// Mistake: only the threads that add come to the barrier.
// Expect: sync-error divergent-barrier
__global__ void block_sum(int *out, const int *x, int n)
{
    __shared__ int tile[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    tile[t] = i < n ? x[i] : 0;
    __syncthreads();
#pragma unroll 1
    for (int half = 128; half > 0; half /= 2) {
        if (t < half) {
            tile[t] += tile[t + half];
            __syncthreads(); // <-- here
        }
    }
    __syncthreads();
    if (t == 0)
        out[blockIdx.x] = tile[0];
}
