// Each row begins at a multiple of the pitch, so the warps of every row read whole sectors.
//
// The pitch is a number of bytes, since it need not be a multiple of the element's size. That is
// why you compute a row's address with a char *: pointer arithmetic counts in elements of the
// pointer's type.
//
// cudaMemcpy2D copies a rectangle between two memories whose rows are different distances apart:
// here `pitch` on the device and `row_bytes`, packed, on the host. Neither the copies nor the
// kernel touch the padding after each row.

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

    cudaMallocPitch(&d_image, &pitch, row_bytes, height);
    cudaMemcpy2D(d_image, pitch, image, row_bytes, row_bytes, height, cudaMemcpyHostToDevice);

    dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
    shade<<<grid, block>>>(d_image, pitch, width, height);

    cudaMemcpy2D(image, row_bytes, d_image, pitch, row_bytes, height, cudaMemcpyDeviceToHost);
    cudaFree(d_image);
}
