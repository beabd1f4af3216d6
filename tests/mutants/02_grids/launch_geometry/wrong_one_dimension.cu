// Mistake: enough threads, but all in one row; y is always 0.
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

    int block = 256;
    int grid = (width * height + block - 1) / block;

    shade<<<grid, block>>>(d_picture, width, height);

    cudaMemcpy(picture, d_picture, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_picture);
}
