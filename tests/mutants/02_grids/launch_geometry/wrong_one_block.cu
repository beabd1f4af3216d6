// Mistake: one block goes through the whole picture.
// Expect: rule-broken threads
#include <cuda_runtime.h>

__global__ void shade(unsigned char *picture, int width, int height)
{
    for (int y = threadIdx.y; y < height; y += blockDim.y)
        for (int x = threadIdx.x; x < width; x += blockDim.x)
            picture[y * width + x] = 7 * x + 13 * y + 1;
}

void paint(unsigned char *picture, int width, int height)
{
    size_t bytes = (size_t)width * height;
    unsigned char *d_picture;

    cudaMalloc(&d_picture, bytes);

    dim3 block(32, 32);
    dim3 grid(1, 1);

    shade<<<grid, block>>>(d_picture, width, height); // <-- here

    cudaMemcpy(picture, d_picture, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_picture);
}
