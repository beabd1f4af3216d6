// Mistake: a size in elements where bytes are meant.
// Expect: memory-error copy-bounds
#include <cuda_runtime.h>

__global__ void twice(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 2 * x[i];
}

void NAME(const float *x, float *y, int n)
{
    size_t bytes = n * sizeof(float);
    float *d_x, *d_y;

    cudaMalloc(&d_x, n);
    cudaMalloc(&d_y, bytes);

    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice); // <-- here
    twice<<<(n + 127) / 128, 128>>>(d_y, d_x, n);
    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);

    cudaFree(d_x);
    cudaFree(d_y);
}
