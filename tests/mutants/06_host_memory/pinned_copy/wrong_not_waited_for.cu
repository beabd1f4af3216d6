// Mistake: with pinned memory the copy really is asynchronous, and the host does not wait for it.
// Expect: not-waited async-host-race
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

    cudaMallocHost(&buffer, pixels);
    cudaMalloc(&d_frame, pixels);

    for (int f = 0; f < frames; f++) {
        memcpy(buffer, film + (size_t)f * pixels, pixels);
        cudaMemcpyAsync(d_frame, buffer, pixels, cudaMemcpyHostToDevice);
        brighten<<<(pixels + 255) / 256, 256>>>(d_frame, pixels, by);
        cudaMemcpyAsync(buffer, d_frame, pixels, cudaMemcpyDeviceToHost);
        memcpy(out + (size_t)f * pixels, buffer, pixels); // <-- here
    }

    cudaFree(d_frame);
    cudaFreeHost(buffer);
}
