// Expect: passed
// Threads side by side in a row, each of which walks down its column by adding the pitch.
#include <cuda_runtime.h>

__global__ void shade(int *image, size_t pitch, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;

    if (x >= width)
        return;

    char *at = (char *)(image + x);

    for (int y = 0; y < height; y++, at += pitch)
        *(int *)at = 3 * *(int *)at + y;
}

void shade_image(int *image, int width, int height)
{
    size_t row_bytes = width * sizeof(int), pitch;
    int *d_image;

    cudaMallocPitch(&d_image, &pitch, row_bytes, height);
    cudaMemcpy2D(d_image, pitch, image, row_bytes, row_bytes, height, cudaMemcpyHostToDevice);

    int block = 64, grid = (width + 63) / 64;
    shade<<<grid, block>>>(d_image, pitch, width, height);

    cudaMemcpy2D(image, row_bytes, d_image, pitch, row_bytes, height, cudaMemcpyDeviceToHost);
    cudaFree(d_image);
}
