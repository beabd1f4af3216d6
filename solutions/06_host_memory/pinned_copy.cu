// One pinned buffer, allocated once and used for every frame.
//
// A GPU's copy engine reads the host's memory by physical address, without asking the CPU. So a
// page must not move while the engine reads it, and pageable memory may. For pageable memory the
// driver therefore uses a pinned buffer of its own: a CPU copies the bytes there piece by piece,
// and the engine sends them from there. That is one more trip through the host's memory.
//
// Here the host copies the frames into a buffer anyway. If that buffer is pinned, the copy engine
// reads it directly, and the detour is gone. Pinning is slow, so it happens once; and other
// programs on the machine cannot use pinned memory, so we pin one frame, not the whole film.

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
