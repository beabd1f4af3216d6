// Expect: passed
// The C way: a macro that jumps to the one way out.
#include <cuda_runtime.h>

__global__ void twice_kernel(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = 2 * x[i];
}

#define TRY(call) if ((error = (call)) != cudaSuccess) goto out

cudaError_t twice(const float *x, float *y, int n)
{
    size_t bytes = n * sizeof(float);
    float *d_x = NULL, *d_y = NULL;
    cudaError_t error;

    TRY(cudaMalloc((void **)&d_x, bytes));
    TRY(cudaMalloc((void **)&d_y, bytes));
    TRY(cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice));
    twice_kernel<<<(n + 127) / 128, 128>>>(d_y, d_x, n);
    TRY(cudaGetLastError());
    TRY(cudaDeviceSynchronize());
    TRY(cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost));
out:
    cudaFree(d_x);
    cudaFree(d_y);
    return error;
}
