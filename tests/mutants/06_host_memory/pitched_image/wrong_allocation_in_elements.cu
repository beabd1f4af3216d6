// Mistake: cudaMallocPitch gets the width in ints. It rounds up, so small images work.
// Expect: host-error ignored-error
#include <cuda_runtime.h>

__global__ void shade(int *image, size_t pitch, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x >= width || y >= height)
        return;

    int *row = (int *)((char *)image + y * pitch);

    row[x] = 3 * row[x] + y;
}

void shade_image(int *image, int width, int height)
{
    size_t row_bytes = width * sizeof(int), pitch;
    int *d_image;

    cudaMallocPitch(&d_image, &pitch, width, height);
    cudaMemcpy2D(d_image, pitch, image, row_bytes, row_bytes, height, cudaMemcpyHostToDevice); // <-- here

    dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
    shade<<<grid, block>>>(d_image, pitch, width, height);

    cudaMemcpy2D(image, row_bytes, d_image, pitch, row_bytes, height, cudaMemcpyDeviceToHost);
    cudaFree(d_image);
}
