// Mistake: fixes the copy; the kernel counts floats where bytes are meant.
// Expect: memory-error out-of-bounds
#include <cuda_runtime.h>

__global__ void difference(float *y, const float *x, size_t pitch, int w, int h)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    size_t step = pitch;

    if (col < w && row < h)
        y[row * step + col] = x[row * step + col] - (row > 0 && col > 0 ? x[(row - 1) * step + col - 1] : 0); // <-- here
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
