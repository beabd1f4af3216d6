// Expect: passed
// The usual squares, written with ceiling divisions of another kind.
#include <cuda_runtime.h>

__global__ void shade(unsigned char *picture, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x < width && y < height)
        picture[y * width + x] = 7 * x + 13 * y + 1;
}

void paint(unsigned char *picture, int width, int height)
{
    size_t bytes = (size_t)width * height;
    unsigned char *d_picture;

    cudaMalloc(&d_picture, bytes);

    const unsigned side = 16;
    const dim3 grid(1 + (width - 1) / side, 1 + (height - 1) / side), block(side, side);

    shade<<<grid, block>>>(d_picture, width, height);

    cudaMemcpy(picture, d_picture, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_picture);
}
