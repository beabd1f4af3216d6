// A plain scan, minus its value before the segment began; a scan of maxima finds that place.
// Expect: passed
__global__ void segmented_sum(int *out, const int *x, const int *key, int n)
{
    __shared__ int sum[256], start[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    sum[t] = i < n ? x[i] : 0;
    start[t] = i < n && key[i] == 0 ? t : 0;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        int s = t >= d ? sum[t - d] : 0, b = t >= d ? start[t - d] : 0;
        __syncthreads();
        sum[t] += s;
        start[t] = max(start[t], b);
        __syncthreads();
    }
    if (i < n)
        out[i] = sum[t] - (start[t] > 0 ? sum[start[t] - 1] : 0);
}
