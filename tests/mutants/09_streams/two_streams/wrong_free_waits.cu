// Mistake: no wait. That cudaFree waits for the device is nothing to build on: cudaFreeAsync, or a pool, would not.
// Expect: rule-broken waits
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

void two_jobs(const unsigned int *a, unsigned int *a_out, const unsigned int *b, unsigned int *b_out, int n, int rounds)
{
    size_t bytes = n * sizeof(*a);
    unsigned int *d_a, *d_b;
    cudaStream_t s[2];

    cudaHostRegister((void *)a, bytes, cudaHostRegisterDefault);
    cudaHostRegister((void *)b, bytes, cudaHostRegisterDefault);
    cudaHostRegister(a_out, bytes, cudaHostRegisterDefault);
    cudaHostRegister(b_out, bytes, cudaHostRegisterDefault);
    cudaMalloc(&d_a, bytes);
    cudaMalloc(&d_b, bytes);
    cudaStreamCreate(&s[0]);
    cudaStreamCreate(&s[1]);

    cudaMemcpyAsync(d_a, a, bytes, cudaMemcpyHostToDevice, s[0]);
    stir<<<(n + 255) / 256, 256, 0, s[0]>>>(d_a, n, rounds);
    cudaMemcpyAsync(a_out, d_a, bytes, cudaMemcpyDeviceToHost, s[0]);

    cudaMemcpyAsync(d_b, b, bytes, cudaMemcpyHostToDevice, s[1]);
    stir<<<(n + 255) / 256, 256, 0, s[1]>>>(d_b, n, rounds);
    cudaMemcpyAsync(b_out, d_b, bytes, cudaMemcpyDeviceToHost, s[1]);


    cudaStreamDestroy(s[0]);
    cudaStreamDestroy(s[1]);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaHostUnregister((void *)a);
    cudaHostUnregister((void *)b);
    cudaHostUnregister(a_out);
    cudaHostUnregister(b_out);
}
