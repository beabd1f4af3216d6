// Right, but blocks are 4 wide and 8 high: a warp stores into 8 rows.
// Expect: too-slow sectors_per_store
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

    dim3 block(4, 8);
    dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);

    shade<<<grid, block>>>(d_picture, width, height);

    cudaMemcpy(picture, d_picture, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_picture);
}
