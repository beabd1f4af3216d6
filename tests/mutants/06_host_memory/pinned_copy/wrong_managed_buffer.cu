// Mistake: a buffer of managed memory: its pages move to the side that touches them, and are not pinned.
// Expect: rule-broken calls
#include <cuda_runtime.h>
#include <stdlib.h>
#include <string.h>

__global__ void brighten(unsigned char *frame, int pixels, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < pixels)
        frame[i] = frame[i] + by < 255 ? frame[i] + by : 255;
}

void brighten_film(unsigned char *out, const unsigned char *film, int frames, int pixels, int by)
{
    unsigned char *buffer, *d_frame;

    cudaMallocManaged(&buffer, pixels); // <-- here
    cudaMalloc(&d_frame, pixels);

    for (int f = 0; f < frames; f++) {
        memcpy(buffer, film + (size_t)f * pixels, pixels);
        cudaMemcpyAsync(d_frame, buffer, pixels, cudaMemcpyHostToDevice);
        brighten<<<(pixels + 255) / 256, 256>>>(d_frame, pixels, by);
        cudaMemcpyAsync(buffer, d_frame, pixels, cudaMemcpyDeviceToHost);
        cudaDeviceSynchronize();
        memcpy(out + (size_t)f * pixels, buffer, pixels);
    }

    cudaFree(d_frame);
    cudaFree(buffer);
}
