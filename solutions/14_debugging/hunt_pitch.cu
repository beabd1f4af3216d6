// The runtime counts in bytes, the language in elements. One line converts between the two.
//
// A pitch is in bytes, since it need not be a whole number of elements. Added to a float pointer it
// counts four times. For one row (row 0) that does no harm, which is why one image after the other
// was right. The width of cudaMemcpy2D is in bytes as well: `w` copied a quarter of each row, and
// the rest was what the memory held before, often the same image from the last call.
//
// `step` is computed once, in one line. The usual (const float *)((const char *)x + row * pitch)
// does the same and is right for every pitch. Here a pitch from cudaMallocPitch is always a multiple
// of the size of a float. Both images have the same width, so they have the same pitch.

#include <cuda_runtime.h>

__global__ void difference(float *y, const float *x, size_t pitch, int w, int h)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    size_t step = pitch / sizeof(float);

    if (col < w && row < h) {
        float before = row > 0 && col > 0 ? x[(row - 1) * step + col - 1] : 0;

        y[row * step + col] = x[row * step + col] - before;
    }
}

void emboss(float *y, const float *x, int w, int h)
{
    dim3 block(32, 8), grid((w + 31) / 32, (h + 7) / 8);
    size_t bytes = w * sizeof(float), pitch;
    float *d_x, *d_y;

    cudaMallocPitch(&d_x, &pitch, bytes, h);
    cudaMallocPitch(&d_y, &pitch, bytes, h);
    cudaMemcpy2D(d_x, pitch, x, bytes, bytes, h, cudaMemcpyHostToDevice);

    difference<<<grid, block>>>(d_y, d_x, pitch, w, h);

    cudaMemcpy2D(y, bytes, d_y, pitch, bytes, h, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
}
