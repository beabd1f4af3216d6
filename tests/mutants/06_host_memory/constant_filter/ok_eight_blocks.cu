// A grid-stride loop of eight blocks.
// Expect: passed
#include <cuda_runtime.h>

__constant__ int weights[64];

__global__ void filter(int *y, const int *x, int n, int taps)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int sum = 0;

        for (int k = 0; k < taps && i + k < n; k++)
            sum += weights[k] * x[i + k];
        y[i] = sum;
    }
}

void constant_filter(int *y, const int *x, int n, const int *w, int taps)
{
    size_t bytes = n * sizeof(int);
    int *d_x, *d_y;

    cudaMalloc(&d_x, bytes);
    cudaMalloc(&d_y, bytes);
    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(weights, w, taps * sizeof(int));
    filter<<<8, 256>>>(d_y, d_x, n, taps);
    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
}
