// Mistake: mix comes after a's kernel, but nothing orders it after b's.
// Expect: not-waited stream-race
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

__global__ void mix(unsigned int *a, const unsigned int *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        a[i] = 31 * a[i] + b[i];
}

void join(const unsigned int *a, const unsigned int *b, unsigned int *y, int n, int rounds)
{
    size_t bytes = n * sizeof(*a);
    int blocks = (n + 255) / 256;
    unsigned int *d_a, *d_b;
    cudaStream_t s[2];
    cudaEvent_t stirred;

    cudaHostRegister((void *)a, bytes, cudaHostRegisterDefault);
    cudaHostRegister((void *)b, bytes, cudaHostRegisterDefault);
    cudaHostRegister(y, bytes, cudaHostRegisterDefault);
    cudaMalloc(&d_a, bytes);
    cudaMalloc(&d_b, bytes);
    cudaStreamCreate(&s[0]);
    cudaStreamCreate(&s[1]);
    cudaEventCreateWithFlags(&stirred, cudaEventDisableTiming);

    cudaMemcpyAsync(d_a, a, bytes, cudaMemcpyHostToDevice, s[0]);
    stir<<<blocks, 256, 0, s[0]>>>(d_a, n, rounds);
    cudaMemcpyAsync(d_b, b, bytes, cudaMemcpyHostToDevice, s[1]);
    stir<<<blocks, 256, 0, s[1]>>>(d_b, n, rounds);
    cudaEventRecord(stirred, s[1]);

    mix<<<blocks, 256, 0, s[0]>>>(d_a, d_b, n); // <-- here
    cudaMemcpyAsync(y, d_a, bytes, cudaMemcpyDeviceToHost, s[0]);
    cudaStreamSynchronize(s[0]);

    cudaEventDestroy(stirred);
    cudaStreamDestroy(s[0]);
    cudaStreamDestroy(s[1]);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaHostUnregister((void *)a);
    cudaHostUnregister((void *)b);
    cudaHostUnregister(y);
}
