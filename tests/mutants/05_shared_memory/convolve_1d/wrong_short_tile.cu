// Mistake: the tile is of shorts, so all elements lose their fractions.
// Expect: wrong-answer
#define MAX_R 16

__global__ void convolve_1d(float *out, const float *x, const float *w, int n, int r)
{
    __shared__ short tile[256 + 2 * MAX_R];
    int first = blockIdx.x * 256;
    int t = threadIdx.x;

    for (int p = t; p < 256 + 2 * r; p += 256) {
        int i = first - r + p;
        tile[p] = i >= 0 && i < n ? x[i] : 0;
    }
    __syncthreads();

    if (first + t < n) {
        float sum = 0;
        for (int j = 0; j <= 2 * r; j++)
            sum += w[j] * tile[t + 2 * r - j];
        out[first + t] = sum;
    }
}
