// Rounded up, once for each direction.
//
// (width + block.x - 1) / block.x is the number of blocks that cover the width. The
// division rounds down; adding block.x - 1 first makes it round up, unless width is already
// a multiple. The threads beyond the right edge and below the bottom find that they are
// outside and do nothing: only the last row and the last column of blocks have such threads.
//
// 32 x 8 makes each warp one row of 32 neighbouring pixels.

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

    dim3 block(32, 8);
    dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);

    shade<<<grid, block>>>(d_picture, width, height);

    cudaMemcpy(picture, d_picture, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_picture);
}
