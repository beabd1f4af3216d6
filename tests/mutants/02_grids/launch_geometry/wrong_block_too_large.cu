// Mistake: 64 x 32 are 2048 threads. The launch fails, and only cudaGetLastError would tell.
// Expect: bad-launch invalid-launch
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

    dim3 block(64, 32);
    dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);

    shade<<<grid, block>>>(d_picture, width, height); // <-- here

    cudaMemcpy(picture, d_picture, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_picture);
}
