// The runtime counts in bytes, the language in elements; one line says which is which.
//
// A pitch is in bytes, since rows may begin where no whole number of elements ends. Added to a float
// pointer it counts four times. For one row (or a row 0) that is no mistake at all, which is why one
// image after the other was right. The width of cudaMemcpy2D is in bytes as well: `w` copied a
// quarter of each row, and the rest was what lay in the memory, often the same image of the last call.
//
// `step` has a name and one place. The classic way, (const float *)((const char *)x + row * pitch),
// says the same and is right for every pitch; a pitch from cudaMallocPitch is always a multiple of
// the size of a float. Both images have the same width, so they have the same pitch.

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
