// The places outside stay unwritten, and no thread reads them.
// Expect: passed
__global__ void hunt_uninit(float *out, const float *x, int n)
{
    __shared__ float tile[256];
    int i = blockIdx.x * 256 + threadIdx.x, t = threadIdx.x;
    if (i < n)
        tile[t] = x[i];
    __syncthreads();
    if (i >= n)
        return;
    float best = tile[t];
    if (i > 0)
        best = fmaxf(best, t > 0 ? tile[t - 1] : x[i - 1]);
    if (i < n - 1)
        best = fmaxf(best, t < 255 ? tile[t + 1] : x[i + 1]);
    out[i] = best;
}
