// Mistake: the launch has no stream, so it waits for all copies before it, and all later copies wait for it.
// Expect: rule-broken overlap
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
        stir<<<(count + 255) / 256, 256>>>(d[c], count, rounds);
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
