// relay: pieces of x go in on one stream, and are worked on and come back on another. There are two mistakes.
//
//   x, y     n numbers each, in pinned memory: y is what stir() computes from x
//   piece    numbers in a piece; the last one may be shorter

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

static void pump(const unsigned int *x, unsigned int *y, int n, int piece, int rounds)
{
    cudaStream_t up, work;
    cudaEvent_t loaded[2], done[2];
    unsigned int *d[2];

    cudaStreamCreate(&up);
    cudaStreamCreate(&work);
    for (int b = 0; b < 2; b++) {
        cudaMalloc(&d[b], piece * sizeof(*x));
        cudaEventCreateWithFlags(&loaded[b], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&done[b], cudaEventDisableTiming);
    }

    for (int begin = 0; begin < n; begin += piece) {
        int count = n - begin < piece ? n - begin : piece, b = begin / piece % 2;
        size_t bytes = count * sizeof(*x);

        cudaStreamWaitEvent(up, done[b], 0);
        cudaEventRecord(loaded[b], up);
        cudaMemcpyAsync(d[b], x + begin, bytes, cudaMemcpyHostToDevice, up);

        cudaStreamWaitEvent(work, loaded[b], 0);
        stir<<<(count + 255) / 256, 256, 0, work>>>(d[b], count, rounds);
        cudaEventRecord(done[b], work);
        cudaMemcpyAsync(y + begin, d[b], bytes, cudaMemcpyDeviceToHost, work);
    }
    cudaStreamSynchronize(work);

    for (int b = 0; b < 2; b++) {
        cudaFree(d[b]);
        cudaEventDestroy(loaded[b]);
        cudaEventDestroy(done[b]);
    }
    cudaStreamDestroy(up);
    cudaStreamDestroy(work);
}

void relay(const unsigned int *x, unsigned int *y, int n, int piece, int rounds)
{
    cudaHostRegister((void *)x, n * sizeof(*x), cudaHostRegisterDefault);
    cudaHostRegister(y, n * sizeof(*y), cudaHostRegisterDefault);
    pump(x, y, n, piece, rounds);
    cudaHostUnregister((void *)x);
    cudaHostUnregister(y);
}
