// Mistake: gives the width of the copy in ints instead of bytes.
// Expect: memory-error uninitialised-read
#include <cuda_runtime.h>

__global__ void shade(int *image, size_t pitch, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x >= width || y >= height)
        return;

    int *row = (int *)((char *)image + y * pitch);

    row[x] = 3 * row[x] + y; // <-- here
}

void shade_image(int *image, int width, int height)
{
    size_t row_bytes = width * sizeof(int), pitch;
    int *d_image;

    cudaMallocPitch(&d_image, &pitch, row_bytes, height);
    cudaMemcpy2D(d_image, pitch, image, row_bytes, width, height, cudaMemcpyHostToDevice);

    dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
    shade<<<grid, block>>>(d_image, pitch, width, height);

    cudaMemcpy2D(image, row_bytes, d_image, pitch, width, height, cudaMemcpyDeviceToHost);
    cudaFree(d_image);
}
