// Straight from global memory, with the bounds of the loop worked out beforehand.
// Expect: too-slow global_sectors
__global__ void convolve_1d(float *out, const float *x, const float *w, int n, int r)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float sum = 0;
        for (int k = max(i - r, 0); k <= min(i + r, n - 1); k++)
            sum += x[k] * w[i - k + r];
        out[i] = sum;
    }
}
