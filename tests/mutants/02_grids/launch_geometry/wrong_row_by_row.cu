// Mistake: a launch for each row, each of which costs the host some microseconds.
// Expect: rule-broken kernels
#include <cuda_runtime.h>

__global__ void shade(unsigned char *picture, int width, int height, int first)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x < width && y < height)
        picture[y * width + x] = 7 * x + 13 * (y + first) + 1;
}

void paint(unsigned char *picture, int width, int height)
{
    size_t bytes = (size_t)width * height;
    unsigned char *d_picture;

    cudaMalloc(&d_picture, bytes);

    for (int y = 0; y < height; y++)
        shade<<<dim3((width + 31) / 32, 1), 32>>>(d_picture + (size_t)y * width, width, 1, y); // <-- here

    cudaMemcpy(picture, d_picture, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_picture);
}
