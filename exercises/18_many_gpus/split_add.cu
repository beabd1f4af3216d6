// split_add: a sum that uses one device of several.
//
//   a, b   n numbers each, read only
//   c      n numbers, to write: a + b

#include <cuda_runtime.h>

__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = a[i] + b[i];
}

void split_add(const float *a, const float *b, float *c, int n)
{
    size_t bytes = n * sizeof(*a);
    float *d_a, *d_b, *d_c;

    cudaHostRegister((void *)a, bytes, cudaHostRegisterPortable);
    cudaHostRegister((void *)b, bytes, cudaHostRegisterPortable);
    cudaHostRegister(c, bytes, cudaHostRegisterPortable);

    // YOUR CODE HERE: a part for each device
    cudaMalloc(&d_a, bytes);
    cudaMalloc(&d_b, bytes);
    cudaMalloc(&d_c, bytes);
    cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice);
    add<<<(n + 255) / 256, 256>>>(d_a, d_b, d_c, n);
    cudaMemcpy(c, d_c, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);

    cudaHostUnregister((void *)a);
    cudaHostUnregister((void *)b);
    cudaHostUnregister(c);
}
