// The block's own elements, then each halo by the first threads; a wider halo than needed.
// Expect: passed
__global__ void convolve_1d(float *out, const float *x, const float *w, int n, int r)
{
    __shared__ float tile[16 + 256 + 16];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    tile[16 + t] = i < n ? x[i] : 0;
    if (t < 16)
        tile[t] = i >= 16 && i - 16 < n ? x[i - 16] : 0;
    else if (t < 32)
        tile[256 + t] = i + 240 < n ? x[i + 240] : 0;
    __syncthreads();
    if (i >= n)
        return;
    float sum = 0;
    for (int d = -r; d <= r; d++)
        sum += w[r + d] * tile[16 + t - d];
    out[i] = sum;
}
