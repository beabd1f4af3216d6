// two_streams: two jobs, one after the other, though neither needs the other.
//
//   a, b           n numbers each, read only
//   a_out, b_out   n numbers each, to write: what stir() computes from a, and from b

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

    // YOUR CODE HERE: a stream for each job
    cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice);
    stir<<<(n + 255) / 256, 256>>>(d_a, n, rounds);
    cudaMemcpy(a_out, d_a, bytes, cudaMemcpyDeviceToHost);

    cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice);
    stir<<<(n + 255) / 256, 256>>>(d_b, n, rounds);
    cudaMemcpy(b_out, d_b, bytes, cudaMemcpyDeviceToHost);

    cudaFree(d_a);
    cudaFree(d_b);
    cudaHostUnregister((void *)a);
    cudaHostUnregister((void *)b);
    cudaHostUnregister(a_out);
    cudaHostUnregister(b_out);
}
