// Right, and it asks for memory with a pitch; but it packs the rows in it all the same.
// Expect: too-slow sectors_per_request
#include <cuda_runtime.h>

__global__ void shade(int *image, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x < width && y < height)
        image[y * width + x] = 3 * image[y * width + x] + y;
}

void shade_image(int *image, int width, int height)
{
    size_t row_bytes = width * sizeof(int), pitch;
    int *d_image;

    cudaMallocPitch(&d_image, &pitch, row_bytes, height);
    cudaMemcpy2D(d_image, row_bytes, image, row_bytes, row_bytes, height, cudaMemcpyHostToDevice);

    dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
    shade<<<grid, block>>>(d_image, width, height);

    cudaMemcpy2D(image, row_bytes, d_image, row_bytes, row_bytes, height, cudaMemcpyDeviceToHost);
    cudaFree(d_image);
}
