// Mistake: one large batch, with as much pinned memory as there are numbers.
// Expect: rule-broken operations
#include <cstring>

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

void relay(const unsigned int *x, unsigned int *y, int n, int batch, int rounds)
{
    unsigned int *in, *out, *d;
    cudaStream_t s;

    cudaMallocHost(&in, n * sizeof(*in));
    cudaMallocHost(&out, n * sizeof(*out));
    cudaMalloc(&d, n * sizeof(*d));
    cudaStreamCreate(&s);

    memcpy(in, x, n * sizeof(*x));
    cudaMemcpyAsync(d, in, n * sizeof(*x), cudaMemcpyHostToDevice, s);
    stir<<<(n + 255) / 256, 256, 0, s>>>(d, n, rounds);
    cudaMemcpyAsync(out, d, n * sizeof(*x), cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    memcpy(y, out, n * sizeof(*x));

    cudaStreamDestroy(s);
    cudaFree(d);
    cudaFreeHost(in);
    cudaFreeHost(out);
}
