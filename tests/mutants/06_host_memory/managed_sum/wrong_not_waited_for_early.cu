// Mistake: as in wrong_not_waited_for.cu, in a program whose static object has used CUDA before.
// Expect: not-waited async-host-race
#include <cuda_runtime.h>

static struct Device {
    Device() { cudaFree(nullptr); }
} device;
#include <string.h>

#define THREADS 1024

__global__ void add_up(long long *part, const int *x, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    long long sum = 0;

    for (int i = t; i < n; i += THREADS)
        sum += x[i];
    part[t] = sum;
}

long long managed_sum(const int *x, int n)
{
    long long *part, sum = 0;
    int *data;

    cudaMallocManaged(&data, n * sizeof(int));
    cudaMallocManaged(&part, THREADS * sizeof(long long));
    memcpy(data, x, n * sizeof(int));

    add_up<<<THREADS / 128, 128>>>(part, data, n);

    for (int t = 0; t < THREADS; t++)
        sum += part[t]; // <-- here
    cudaFree(data);
    cudaFree(part);
    return sum;
}
