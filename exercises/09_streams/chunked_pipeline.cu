// chunked_pipeline: the whole array in, the kernel, the whole array out.
//
//   x       n numbers, read only
//   y       n numbers, to write: what stir() computes from x
//   chunk   numbers in a piece: do it piece by piece, with device memory for four pieces

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

void pipeline(const unsigned int *x, unsigned int *y, int n, int chunk, int rounds)
{
    size_t bytes = n * sizeof(*x);
    unsigned int *d;

    cudaHostRegister((void *)x, bytes, cudaHostRegisterDefault);
    cudaHostRegister(y, bytes, cudaHostRegisterDefault);

    // YOUR CODE HERE: pieces, streams, and a buffer for each stream
    cudaMalloc(&d, bytes);
    cudaMemcpy(d, x, bytes, cudaMemcpyHostToDevice);
    stir<<<(n + 255) / 256, 256>>>(d, n, rounds);
    cudaMemcpy(y, d, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d);

    cudaHostUnregister((void *)x);
    cudaHostUnregister(y);
}
