// Mistake: a tile as large as the block; the halo is past its end.
// Expect: memory-error out-of-bounds
__global__ void convolve_1d(float *out, const float *x, const float *w, int n, int r)
{
    __shared__ float tile[256];
    int first = blockIdx.x * 256, t = threadIdx.x;
    for (int p = t; p < 256 + 2 * r; p += 256) {
        int i = first - r + p;
        tile[p] = i >= 0 && i < n ? x[i] : 0; // <-- here
    }
    __syncthreads();
    if (first + t < n) {
        float sum = 0;
        for (int j = 0; j <= 2 * r; j++)
            sum += w[j] * tile[t + 2 * r - j];
        out[first + t] = sum;
    }
}
