// The weights in constant memory: a variable of the device, filled by the host.
//
// In each round of the loop all threads of a warp want the same weight. The constant cache answers
// such a request for 32 threads as fast as for one, and it leaves the ordinary cache to
// the signal. Where threads want *different* elements of a constant array it is the wrong place:
// the elements are then fetched one after the other.
//
// `weights` is a name for memory on the device. On the host the same name stands for something else, by which the
// runtime finds that memory; so it is passed to cudaMemcpyToSymbol as it is. Writing weights[0] = 1 on the
// host compiles, and changes nothing that a kernel could see.
//
// What a kernel gets as parameters is constant memory as well: a handful of weights
// could simply be passed in a struct.

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
