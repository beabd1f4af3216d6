// Mistake: each thread fills one place, so that the last 2r of the tile are left unwritten.
// Expect: memory-error uninitialised-read
__global__ void convolve_1d(float *out, const float *x, const float *w, int n, int r)
{
    __shared__ float tile[288];
    int first = blockIdx.x * 256, t = threadIdx.x, i = first - r + t;
    tile[t] = i >= 0 && i < n ? x[i] : 0;
    __syncthreads();
    if (first + t < n) {
        float sum = 0;
        for (int j = 0; j <= 2 * r; j++)
            sum += w[j] * tile[t + 2 * r - j]; // <-- here
        out[first + t] = sum;
    }
}
