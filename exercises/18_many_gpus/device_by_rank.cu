// device_by_rank: one process of many, which must choose a device.
//
//   x          n numbers, read only
//   y          n numbers, to write: twice x
//   rank       this process's number in the whole job
//   per_node   how many processes run on each node
//   returns    the number of the device that it has used

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
    int device = 0;
    float *d_x, *d_y;

    // YOUR CODE HERE: this rank's device

    cudaMalloc(&d_x, bytes);
    cudaMalloc(&d_y, bytes);
    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    twice<<<(n + 255) / 256, 256>>>(d_x, d_y, n);
    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
    return device;
}
