// Mistake: the division rounds down, so the last columns and rows have no threads; a small picture has no block at all.
// Expect: wrong-answer
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

    dim3 block(16, 16);
    dim3 grid(width / block.x + (width < 16), height / block.y + (height < 16));

    shade<<<grid, block>>>(d_picture, width, height);

    cudaMemcpy(picture, d_picture, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_picture);
}
