// Three streams take turns: one piece goes in, one is worked on, one comes out.
//
// Three is the number of engines that a piece passes through, so with three streams
// each engine can have a piece at any moment; more would only wait in line. The buffer
// belongs to the stream, not to the piece: what a stream did with it before is
// over when the next piece is copied in, because a stream keeps its order. So no
// event and no waiting is needed inside the loop. The host runs ahead, fills the queues
// and waits once, at the end.
//
// How large should a piece be? Each copy and each launch costs the host some
// microseconds, so small pieces leave the engines waiting for the host. With large ones
// the first copy in and the last copy out, which have nothing beside them, take long.

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
