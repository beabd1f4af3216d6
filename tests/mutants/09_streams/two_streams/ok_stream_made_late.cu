// A loop over the jobs, in which each makes its stream when its turn comes: the second one is made while the first job runs.
// Expect: passed
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

    cudaHostRegister((void *)a, bytes, cudaHostRegisterDefault);
    cudaHostRegister((void *)b, bytes, cudaHostRegisterDefault);
    cudaHostRegister(a_out, bytes, cudaHostRegisterDefault);
    cudaHostRegister(b_out, bytes, cudaHostRegisterDefault);
    cudaMalloc(&d_a, bytes);
    cudaMalloc(&d_b, bytes);

    cudaStream_t s[2];
    const unsigned int *in[2] = { a, b };
    unsigned int *out[2] = { a_out, b_out }, *d[2] = { d_a, d_b };
    for (int k = 0; k < 2; k++) {
        cudaStreamCreate(&s[k]);
        cudaMemcpyAsync(d[k], in[k], bytes, cudaMemcpyHostToDevice, s[k]);
        stir<<<(n + 255) / 256, 256, 0, s[k]>>>(d[k], n, rounds);
        cudaMemcpyAsync(out[k], d[k], bytes, cudaMemcpyDeviceToHost, s[k]);
    }
    for (int k = 0; k < 2; k++) {
        cudaStreamSynchronize(s[k]);
        cudaStreamDestroy(s[k]);
    }
    cudaFree(d_a);
    cudaFree(d_b);
    cudaHostUnregister((void *)a);
    cudaHostUnregister((void *)b);
    cudaHostUnregister(a_out);
    cudaHostUnregister(b_out);
}
