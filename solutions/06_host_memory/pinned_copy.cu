// One pinned buffer, made once and used for every frame.
//
// The copy engine of a GPU reads the host's memory by physical address, without asking the
// CPU. So a page must not move while it does, and pageable memory may. The driver
// helps itself: it copies pageable memory piece by piece to a pinned buffer of its own, and
// sends it from there. That is one more trip through the host's memory, made by a CPU.
//
// Here the host puts the frames into a buffer anyway. Pinned, that buffer is what
// the copy engine reads, and the detour is gone. Making it is slow, so it happens once;
// and it takes memory away from everybody else on the machine, so it is one frame, not the film.

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
        cudaDeviceSynchronize();
        memcpy(out + (size_t)f * pixels, buffer, pixels);
    }

    cudaFree(d_frame);
    cudaFreeHost(buffer);
}
