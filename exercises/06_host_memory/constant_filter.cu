// constant_filter: weighted sums of neighbours.
//
//   y, x   n numbers: y[i] = w[0] * x[i] + w[1] * x[i + 1] + ...; values beyond the end count as 0
//   w      taps weights, 1 <= taps <= 64
//
// The results are right already. But the weights are in ordinary memory.

#include <cuda_runtime.h>

// YOUR CODE HERE: constant memory for the weights, and a kernel that reads it

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
    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_w, w, taps * sizeof(int), cudaMemcpyHostToDevice);
    filter<<<(n + 255) / 256, 256>>>(d_y, d_x, n, d_w, taps);
    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFree(d_w);
}
