// Three streams take turns: one piece goes in, one is processed, one comes out.
//
// A piece passes through three engines, so with three streams each engine can have a piece at any
// moment; more streams would just wait in line. The buffer belongs to the stream, not to the piece:
// because a stream keeps its order, the piece before is out of the buffer when the next one is
// copied in. So the loop needs no event and no wait. The host runs ahead, fills the queues and
// waits once, at the end.
//
// How large should a piece be? Each copy and each launch costs the host some microseconds, so with
// small pieces the engines wait for the host. With large ones the first copy in and the last copy
// out, which overlap with nothing, take long.

#include <cuda_runtime.h>

__global__ void stir(unsigned int *x, int n, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        unsigned int h = x[i];

        for (int k = 1; k <= rounds; k++)
            h = (h ^ (h >> 15)) * 739997u + k;
        x[i] = h;
    }
}

#define STREAMS 3

void pipeline(const unsigned int *x, unsigned int *y, int n, int chunk, int rounds)
{
    cudaStream_t s[STREAMS];
    unsigned int *d[STREAMS];

    cudaHostRegister((void *)x, n * sizeof(*x), cudaHostRegisterDefault);
    cudaHostRegister(y, n * sizeof(*y), cudaHostRegisterDefault);
    for (int c = 0; c < STREAMS; c++) {
        cudaStreamCreate(&s[c]);
        cudaMalloc(&d[c], chunk * sizeof(*x));
    }

    for (int begin = 0; begin < n; begin += chunk) {
        int c = begin / chunk % STREAMS;
        int count = n - begin < chunk ? n - begin : chunk;
        size_t bytes = count * sizeof(*x);

        cudaMemcpyAsync(d[c], x + begin, bytes, cudaMemcpyHostToDevice, s[c]);
        stir<<<(count + 255) / 256, 256, 0, s[c]>>>(d[c], count, rounds);
        cudaMemcpyAsync(y + begin, d[c], bytes, cudaMemcpyDeviceToHost, s[c]);
    }

    for (int c = 0; c < STREAMS; c++) {
        cudaStreamSynchronize(s[c]);
        cudaStreamDestroy(s[c]);
        cudaFree(d[c]);
    }
    cudaHostUnregister((void *)x);
    cudaHostUnregister(y);
}
