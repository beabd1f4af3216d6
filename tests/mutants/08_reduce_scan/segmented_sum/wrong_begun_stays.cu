// Mistake: does not pass on that a segment has begun, so later rounds add elements before it.
// Expect: wrong-answer
__global__ void segmented_sum(int *out, const int *x, const int *key, int n)
{
    __shared__ int sum[256], begun[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    sum[t] = i < n ? x[i] : 0;
    begun[t] = i < n && key[i] == 0;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        int s = t >= d && !begun[t] ? sum[t - d] : 0;
        __syncthreads();
        sum[t] += s;
        __syncthreads();
    }
    if (i < n)
        out[i] = sum[t];
}
