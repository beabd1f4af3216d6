// emboss: each pixel minus the one above it and to the left. There are two mistakes.
//
//   x, y   images of h rows of w floats, without gaps on the host, pitched on the device

#include <cuda_runtime.h>

__global__ void difference(float *y, const float *x, size_t pitch, int w, int h)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (col < w && row < h) {
        float before = row > 0 && col > 0 ? x[(row - 1) * pitch + col - 1] : 0;

        y[row * pitch + col] = x[row * pitch + col] - before;
    }
}

void emboss(float *y, const float *x, int w, int h)
{
    dim3 block(32, 8), grid((w + 31) / 32, (h + 7) / 8);
    size_t bytes = w * sizeof(float), pitch;
    float *d_x, *d_y;

    cudaMallocPitch(&d_x, &pitch, bytes, h);
    cudaMallocPitch(&d_y, &pitch, bytes, h);
    cudaMemcpy2D(d_x, pitch, x, bytes, w, h, cudaMemcpyHostToDevice);

    difference<<<grid, block>>>(d_y, d_x, pitch, w, h);

    cudaMemcpy2D(y, bytes, d_y, pitch, bytes, h, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
}
