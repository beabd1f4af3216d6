// The weights in constant memory: a variable on the device that the host fills.
//
// In each round of the loop all threads of a warp read the same weight. The constant cache serves
// such a request for 32 threads as fast as for one, and it leaves the ordinary cache to the signal.
// It is the wrong choice if threads read *different* elements: the cache then serves those one
// after the other.
//
// `weights` names memory on the device. In host code the same name means something else, a handle
// by which the runtime finds that memory; so pass it to cudaMemcpyToSymbol as it is. Writing
// weights[0] = 1 on the host compiles, but kernels never see the change.
//
// Kernel parameters are in constant memory as well: for a handful of weights you could simply pass
// a struct.

#include <cuda_runtime.h>

#define TAPS_MOST 64

__constant__ int weights[TAPS_MOST];

__global__ void filter(int *y, const int *x, int n, int taps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;

    int sum = 0;

    for (int k = 0; k < taps && i + k < n; k++)
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
    cudaMemcpyToSymbol(weights, w, taps * sizeof(int));
    filter<<<(n + 255) / 256, 256>>>(d_y, d_x, n, taps);
    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
}
