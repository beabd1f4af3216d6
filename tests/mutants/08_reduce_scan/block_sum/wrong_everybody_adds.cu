// Mistake: no test which threads add: the upper half changes values that the lower half reads.
// Expect: data-race data-race-shared
__global__ void block_sum(int *out, const int *x, int n)
{
    __shared__ int tile[512];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    tile[t] = i < n ? x[i] : 0;
    tile[t + 256] = 0;
    __syncthreads();
#pragma unroll 1
    for (int half = 128; half > 0; half /= 2) {
        tile[t] += tile[t + half]; // <-- here
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = tile[0];
}
