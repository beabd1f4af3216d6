// Expect: passed
// The same copies in a stream of its own.
#include <cuda_runtime.h>

__global__ void shade(int *image, size_t pitch, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x >= width || y >= height)
        return;

    int *row = (int *)((char *)image + y * pitch);

    row[x] = 3 * row[x] + y;
}

void shade_image(int *image, int width, int height)
{
    size_t row_bytes = width * sizeof(int), pitch;
    int *d_image;
    cudaStream_t stream;

    cudaStreamCreate(&stream);

    cudaMallocPitch(&d_image, &pitch, row_bytes, height);
    cudaMemcpy2DAsync(d_image, pitch, image, row_bytes, row_bytes, height, cudaMemcpyHostToDevice, stream);

    dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
    shade<<<grid, block, 0, stream>>>(d_image, pitch, width, height);

    cudaMemcpy2DAsync(image, row_bytes, d_image, pitch, row_bytes, height, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFree(d_image);
}
