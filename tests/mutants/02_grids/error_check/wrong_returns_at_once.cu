// Mistake: returns on the first error, and does not free what was allocated before.
// Expect: rule-broken checks_errors
#include <cuda_runtime.h>

__global__ void twice_kernel(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = 2 * x[i];
}

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) return e; } while (0)

cudaError_t twice(const float *x, float *y, int n)
{
    size_t bytes = n * sizeof(float);
    float *d_x, *d_y;

    CHECK(cudaMalloc(&d_x, bytes));
    CHECK(cudaMalloc(&d_y, bytes)); // <-- here
    CHECK(cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice));
    twice_kernel<<<(n + 255) / 256, 256>>>(d_y, d_x, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_y));
    return cudaSuccess;
}
