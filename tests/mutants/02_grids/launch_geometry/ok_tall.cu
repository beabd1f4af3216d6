// Expect: passed
// Wide rows where the picture is wide, and no remainder in y at all.
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

    unsigned x = width > 32 ? 128 : 32;

    shade<<<dim3((width + x - 1) / x, height), x>>>(d_picture, width, height);

    cudaMemcpy(picture, d_picture, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_picture);
}
