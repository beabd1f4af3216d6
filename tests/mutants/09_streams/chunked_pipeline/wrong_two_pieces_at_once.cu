// Mistake: two streams, each with room for two pieces, which it copies together.
// Expect: rule-broken operations
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

#define STREAMS 2

void pipeline(const unsigned int *x, unsigned int *y, int n, int chunk, int rounds)
{
    cudaStream_t s[STREAMS];
    unsigned int *d[STREAMS];

    chunk *= 2;
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
