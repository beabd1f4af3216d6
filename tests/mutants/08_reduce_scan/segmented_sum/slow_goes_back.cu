// Each thread goes back to the beginning of its segment: right, and as slow as the longest one.
// Expect: too-slow traffic
__global__ void segmented_sum(int *out, const int *x, const int *key, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int k = i, sum = x[i];
    while (k % 256 != 0 && key[k] != 0)
        sum += x[--k];
    out[i] = sum;
}
