// Filling is a separate step with its own numbering: 256 threads fill 256 + 2r elements, and thread t fills
// element t and, if it exists, element t + 256. No thread has to know that it is at an edge; only the index
// decides whether x has such an element. So all of the tile is written, and a missing neighbour is 0, as it should be.
//
// Then the inner loop needs no test at all. Neighbouring threads read neighbouring elements, one in each
// bank. All of them read the same w[j] at the same time: one sector for the whole warp.
//
// A thread without an element still helps to fill: it may have to load part of the others' halo.

#define MAX_R 16

__global__ void convolve_1d(float *out, const float *x, const float *w, int n, int r)
{
    __shared__ float tile[256 + 2 * MAX_R];
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
