// Mistake: looks at the lowest byte of the key only.
// Expect: wrong-answer
__global__ void segmented_sum(int *out, const int *x, const int *key, int n)
{
    __shared__ int sum[256];
    __shared__ int begun[256];
    int t = threadIdx.x;
    int i = blockIdx.x * 256 + t;

    sum[t] = i < n ? x[i] : 0;
    begun[t] = i < n && (key[i] & 255) == 0;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        int s = 0, b = 0;
        if (t >= d && !begun[t]) {
            s = sum[t - d];
            b = begun[t - d];
        }
        __syncthreads();
        sum[t] += s;
        begun[t] |= b;
        __syncthreads();
    }
    if (i < n)
        out[i] = sum[t];
}
