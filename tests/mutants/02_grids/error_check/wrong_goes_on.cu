// Mistake: keeps the first error, but still makes the other calls, on arrays that were never filled.
// Expect: rule-broken stops
#include <cuda_runtime.h>

__global__ void twice_kernel(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = 2 * x[i];
}

static void keep(cudaError_t *first, cudaError_t error)
{
    if (*first == cudaSuccess)
        *first = error;
}

cudaError_t twice(const float *x, float *y, int n)
{
    size_t bytes = n * sizeof(float);
    float *d_x = nullptr, *d_y = nullptr;
    cudaError_t error = cudaMalloc(&d_x, bytes);

    if (error != cudaSuccess)
        return error;
    error = cudaMalloc(&d_y, bytes);
    if (error == cudaSuccess) {
        keep(&error, cudaMemset(d_x, 0, bytes));
        keep(&error, cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice)); // <-- here
        twice_kernel<<<(n + 255) / 256, 256>>>(d_y, d_x, n);
        keep(&error, cudaGetLastError());
        keep(&error, cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost));
    }
    cudaFree(d_x);
    cudaFree(d_y);
    return error;
}
