// Expect: passed
// A stream for each buffer keeps the order of its own work: no events are needed.
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
    cudaStream_t s[2];
    unsigned int *d[2];

    for (int b = 0; b < 2; b++) {
        cudaMalloc(&d[b], piece * sizeof(*x));
        cudaStreamCreate(&s[b]);
    }

    for (int begin = 0; begin < n; begin += piece) {
        int count = n - begin < piece ? n - begin : piece, b = begin / piece % 2;
        size_t bytes = count * sizeof(*x);

        cudaMemcpyAsync(d[b], x + begin, bytes, cudaMemcpyHostToDevice, s[b]);

        stir<<<(count + 255) / 256, 256, 0, s[b]>>>(d[b], count, rounds);
        cudaMemcpyAsync(y + begin, d[b], bytes, cudaMemcpyDeviceToHost, s[b]);
    }
    cudaStreamSynchronize(s[0]);
    cudaStreamSynchronize(s[1]);

    for (int b = 0; b < 2; b++) {
        cudaFree(d[b]);
        cudaStreamDestroy(s[b]);
    }
}

void relay(const unsigned int *x, unsigned int *y, int n, int piece, int rounds)
{
    cudaHostRegister((void *)x, n * sizeof(*x), cudaHostRegisterDefault);
    cudaHostRegister(y, n * sizeof(*y), cudaHostRegisterDefault);
    pump(x, y, n, piece, rounds);
    cudaHostUnregister((void *)x);
    cudaHostUnregister(y);
}
