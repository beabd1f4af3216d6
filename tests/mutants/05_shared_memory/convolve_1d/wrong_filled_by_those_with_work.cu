// Mistake: threads without an element leave before they have filled their part of the halo.
// Expect: memory-error uninitialised-read
__global__ void convolve_1d(float *out, const float *x, const float *w, int n, int r)
{
    __shared__ float tile[288];
    int first = blockIdx.x * 256, t = threadIdx.x;
    if (first + t >= n)
        return;
    for (int p = t; p < 256 + 2 * r; p += 256) {
        int i = first - r + p;
        tile[p] = i >= 0 && i < n ? x[i] : 0;
    }
    __syncthreads();
    float sum = 0;
    for (int j = 0; j <= 2 * r; j++)
        sum += w[j] * tile[t + 2 * r - j]; // <-- here
    out[first + t] = sum;
}
