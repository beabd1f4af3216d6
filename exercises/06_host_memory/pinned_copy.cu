// pinned_copy: frame after frame through a buffer, to the device and back.
//
//   out, film   frames x pixels bytes in the host's memory
//   by          how much brighter: out = film + by, but never above 255
//
// The results are right already, but it takes far too long. What kind of memory is the buffer?

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

    // YOUR CODE HERE: another kind of memory, with other calls to allocate and free it
    buffer = (unsigned char *)malloc(pixels);
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
    free(buffer);
}
