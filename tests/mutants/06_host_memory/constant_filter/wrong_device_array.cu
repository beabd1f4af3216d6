// Mistake: the weights are still an array of cudaMalloc, and constant memory holds a copy that the kernel never reads.
// Expect: rule-broken calls
#include <cuda_runtime.h>

#define TAPS_MOST 64

__constant__ int weights[TAPS_MOST];

__global__ void filter(int *y, const int *x, int n, const int *w, int taps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;

    int sum = 0;

    for (int k = 0; k < taps && i + k < n; k++)
        sum += w[k] * x[i + k];
    y[i] = sum;
}

void constant_filter(int *y, const int *x, int n, const int *w, int taps)
{
    size_t bytes = n * sizeof(int);
    int *d_x, *d_y, *d_w;

    cudaMalloc(&d_x, bytes);
    cudaMalloc(&d_y, bytes);
    cudaMalloc(&d_w, taps * sizeof(int));
    cudaMemcpy(d_w, w, taps * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(weights, w, taps * sizeof(int));
    filter<<<(n + 255) / 256, 256>>>(d_y, d_x, n, d_w, taps);
    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFree(d_w);
}
