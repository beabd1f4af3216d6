// launch_geometry: choose the grid and the block of a launch.
//
//   picture   height rows of width bytes, in the host's memory, to fill
//
// Each pixel needs its own thread. At present there is only one thread.

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

    // YOUR CODE HERE: the sizes of block and grid
    dim3 block(1, 1);
    dim3 grid(1, 1);

    shade<<<grid, block>>>(d_picture, width, height);

    cudaMemcpy(picture, d_picture, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_picture);
}
