// pitched_image: an image whose rows begin at aligned addresses.
//
//   image   height rows of width ints in the host's memory, packed;
//           image[y][x] must become 3 * image[y][x] + y
//
// The results are right already, but the rows are packed on the device, too.

#include <cuda_runtime.h>

__global__ void shade(int *image, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x >= width || y >= height)
        return;

    // YOUR CODE HERE: rows that are `pitch` bytes apart
    int *row = image + y * width;

    row[x] = 3 * row[x] + y;
}

void shade_image(int *image, int width, int height)
{
    size_t row_bytes = width * sizeof(int);
    int *d_image;

    // YOUR CODE HERE: cudaMallocPitch, and copies that use both pitches
    cudaMalloc(&d_image, row_bytes * height);
    cudaMemcpy(d_image, image, row_bytes * height, cudaMemcpyHostToDevice);

    dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
    shade<<<grid, block>>>(d_image, width, height);

    cudaMemcpy(image, d_image, row_bytes * height, cudaMemcpyDeviceToHost);
    cudaFree(d_image);
}
