// Mistake: reads and writes in one step.
// Expect: data-race data-race-shared
__global__ void segmented_sum(int *out, const int *x, const int *key, int n)
{
    __shared__ int sum[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t, begun = i < n && key[i] == 0;
    sum[t] = i < n ? x[i] : 0;
    __syncthreads();
#pragma unroll 1
    for (int d = 1; d < 256; d *= 2) {
        if (t >= d && !begun)
            sum[t] += sum[t - d]; // <-- here
        __syncthreads();
    }
    if (i < n)
        out[i] = sum[t];
}
