// Mistake: the kernel gets the array of the host.
// Expect: memory-error host-pointer
#include <cuda_runtime.h>

__global__ void twice(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 2 * x[i]; // <-- here
}

void NAME(const float *x, float *y, int n)
{
    size_t bytes = n * sizeof(float);
    float *d_x, *d_y;

    cudaMalloc(&d_x, bytes);
    cudaMalloc(&d_y, bytes);

    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    twice<<<(n + 127) / 128, 128>>>(d_y, x, n);
    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);

    cudaFree(d_x);
    cudaFree(d_y);
}
