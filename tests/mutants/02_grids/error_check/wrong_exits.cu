// Mistake: it ends the whole program, as example programs do. A function gives the error to its caller.
// Expect: rule-broken checks_errors
#include <cuda_runtime.h>

__global__ void twice_kernel(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = 2 * x[i];
}

#include <cstdio>
#include <cstdlib>

static void check(cudaError_t error)
{
    if (error != cudaSuccess) {
        fprintf(stderr, "CUDA error %d\n", (int)error);
        exit(1);
    }
}

cudaError_t twice(const float *x, float *y, int n)
{
    size_t bytes = n * sizeof(float);
    float *d_x, *d_y;
    cudaError_t error;

    error = cudaMalloc(&d_x, bytes); // <-- here
    check(error);
    check(cudaMalloc(&d_y, bytes));
    check(cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice));
    twice_kernel<<<(n + 255) / 256, 256>>>(d_y, d_x, n);
    check(cudaGetLastError());
    check(cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost));
    check(cudaFree(d_x));
    check(cudaFree(d_y));
    return error;
}
