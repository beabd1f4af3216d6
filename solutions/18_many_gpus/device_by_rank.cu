// The local rank chooses the device, and the device is chosen before anything else.
//
// A rank counts through the whole job, but device numbers begin with 0 on every node: rank % per_node
// is the process's number on its own node. The second remainder makes the same program right on any
// node: with as many devices as processes each gets its own, with fewer they share, and where Slurm
// shows each process a single device (as with --gpus-per-task=1), that device has number 0.
//
// cudaSetDevice comes before the first cudaMalloc. Memory and kernels belong to the device that is
// current at that moment, and a process that touches device 0 first leaves some hundred MB there,
// as would all the other processes of the node.

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
    int count, device;
    float *d_x, *d_y;

    cudaGetDeviceCount(&count);
    device = rank % per_node % count;
    cudaSetDevice(device);

    cudaMalloc(&d_x, bytes);
    cudaMalloc(&d_y, bytes);
    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    twice<<<(n + 255) / 256, 256>>>(d_x, d_y, n);
    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
    return device;
}
