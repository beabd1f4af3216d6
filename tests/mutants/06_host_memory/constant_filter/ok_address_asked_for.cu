// Expect: passed
// Gets the symbol's address from a call, and pads the weights with zeros.
#include <cuda_runtime.h>

#define TAPS_MOST 64

__constant__ int weights[TAPS_MOST];

__global__ void filter(int *y, const int *x, int n, int taps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;

    int sum = 0;

    for (int k = 0; k < TAPS_MOST && i + k < n; k++)
        sum += weights[k] * x[i + k];
    y[i] = sum;
}

void constant_filter(int *y, const int *x, int n, const int *w, int taps)
{
    size_t bytes = n * sizeof(int);
    int *d_x, *d_y;

    cudaMalloc(&d_x, bytes);
    cudaMalloc(&d_y, bytes);
    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    int padded[TAPS_MOST] = { 0 };

    for (int k = 0; k < taps; k++)
        padded[k] = w[k];
    cudaMemcpyToSymbol(weights, padded, sizeof padded);
    filter<<<(n + 255) / 256, 256>>>(d_y, d_x, n, taps);
    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
}
