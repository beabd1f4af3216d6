// Expect: passed
// Everything that all threads share in one constant struct, copied in stream order.
#include <cuda_runtime.h>

#define TAPS_MOST 64

struct settings {
    int n, taps, w[TAPS_MOST];
};

__constant__ struct settings s;

__global__ void filter(int *y, const int *__restrict__ x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= s.n)
        return;

    int sum = 0;

    for (int k = 0; k < s.taps && i + k < s.n; k++)
        sum += s.w[k] * x[i + k];
    y[i] = sum;
}

void constant_filter(int *y, const int *x, int n, const int *w, int taps)
{
    size_t bytes = n * sizeof(int);
    struct settings h = { n, taps, { 0 } };
    int *d_x, *d_y;

    for (int k = 0; k < taps; k++)
        h.w[k] = w[k];

    cudaMalloc(&d_x, bytes);
    cudaMalloc(&d_y, bytes);
    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbolAsync(s, &h, sizeof h, 0, cudaMemcpyHostToDevice, 0);
    filter<<<(n + 255) / 256, 256>>>(d_y, d_x);
    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
}
