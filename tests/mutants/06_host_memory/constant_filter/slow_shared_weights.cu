// Right, but the weights are used from shared memory: constant memory only stores them.
// Expect: too-slow constant_requests
#include <cuda_runtime.h>

#define TAPS_MOST 64

__constant__ int weights[TAPS_MOST];

__global__ void filter(int *y, const int *x, int n, int taps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    __shared__ int copy[TAPS_MOST];
    for (int k = threadIdx.x; k < taps; k += blockDim.x)
        copy[k] = weights[k];
    __syncthreads();
    if (i >= n)
        return;

    int sum = 0;

    for (int k = 0; k < taps && i + k < n; k++)
        sum += copy[k] * x[i + k];
    y[i] = sum;
}

void constant_filter(int *y, const int *x, int n, const int *w, int taps)
{
    size_t bytes = n * sizeof(int);
    int *d_x, *d_y;

    cudaMalloc(&d_x, bytes);
    cudaMalloc(&d_y, bytes);
    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(weights, w, taps * sizeof(int));
    filter<<<(n + 255) / 256, 256>>>(d_y, d_x, n, taps);
    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
}
