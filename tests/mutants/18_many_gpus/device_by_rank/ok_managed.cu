// Right: managed memory, and an explicit wait for this device only.
// Expect: passed
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
    int count = 0, device = rank % per_node;
    float *both;

    if (cudaGetDeviceCount(&count) != cudaSuccess || count < 1)
        return -1;
    device %= count;
    if (cudaSetDevice(device) != cudaSuccess || cudaMallocManaged(&both, 2 * bytes) != cudaSuccess)
        return -1;
    for (int i = 0; i < n; i++)
        both[i] = x[i];
    twice<<<(n + 127) / 128, 128>>>(both, both + n, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        y[i] = both[n + i];
    cudaFree(both);
    return device;
}
