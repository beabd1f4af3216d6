// Mistake: one block goes through the whole signal; the others return at once.
// Expect: rule-broken working_blocks
#include <cuda_runtime.h>

__constant__ int weights[64];

__global__ void filter(int *y, const int *x, int n, int taps)
{
    if (blockIdx.x > 0)
        return;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
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
    filter<<<(n + 1023) / 1024, 1024>>>(d_y, d_x, n, taps); // <-- here
    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
}
