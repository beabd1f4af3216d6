// Mistake: kernel<<<1, n>>> fails for n above 1024.
// Expect: bad-launch invalid-launch
#include <cuda_runtime.h>

__global__ void twice(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = 2 * x[i];
}

int run_rank(const float *x, float *y, int n, int rank, int per_node)
{
    size_t bytes = n * sizeof(*x);
    int count, device;
    float *d_x, *d_y;

    cudaGetDeviceCount(&count);
    device = rank % per_node % count;
    cudaSetDevice(device);

    cudaMalloc(&d_x, bytes);
    cudaMalloc(&d_y, bytes);
    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    twice<<<1, n>>>(d_x, d_y, n);
    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
    return device;
}
