// Expect: passed
// A stream for each stage instead: one copies in, one works, one copies out. Events hand the pieces on, and tell
// when a buffer is free again.
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
    cudaStream_t in, work, out;
    cudaEvent_t here[STREAMS], done[STREAMS], free[STREAMS];
    unsigned int *d[STREAMS];

    cudaHostRegister((void *)x, n * sizeof(*x), cudaHostRegisterDefault);
    cudaHostRegister(y, n * sizeof(*y), cudaHostRegisterDefault);
    for (int c = 0; c < STREAMS; c++) {
        cudaEventCreateWithFlags(&here[c], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&done[c], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&free[c], cudaEventDisableTiming);
        cudaMalloc(&d[c], chunk * sizeof(*x));
    }

    cudaStreamCreate(&in);
    cudaStreamCreate(&work);
    cudaStreamCreate(&out);

    for (int begin = 0; begin < n; begin += chunk) {
        int c = begin / chunk % STREAMS;
        int count = n - begin < chunk ? n - begin : chunk;
        size_t bytes = count * sizeof(*x);

        cudaStreamWaitEvent(in, free[c], 0);
        cudaMemcpyAsync(d[c], x + begin, bytes, cudaMemcpyHostToDevice, in);
        cudaEventRecord(here[c], in);
        cudaStreamWaitEvent(work, here[c], 0);
        stir<<<(count + 255) / 256, 256, 0, work>>>(d[c], count, rounds);
        cudaEventRecord(done[c], work);
        cudaStreamWaitEvent(out, done[c], 0);
        cudaMemcpyAsync(y + begin, d[c], bytes, cudaMemcpyDeviceToHost, out);
        cudaEventRecord(free[c], out);
    }

    cudaStreamSynchronize(out);
    cudaStreamDestroy(in);
    cudaStreamDestroy(work);
    cudaStreamDestroy(out);
    for (int c = 0; c < STREAMS; c++) {
        cudaEventDestroy(here[c]);
        cudaEventDestroy(done[c]);
        cudaEventDestroy(free[c]);
        cudaFree(d[c]);
    }
    cudaHostUnregister((void *)x);
    cudaHostUnregister(y);
}
