// Mistake: memory of cudaMalloc belongs to the device alone; the host cannot fill it.
// Expect: host-crash host-access
#include <cuda_runtime.h>
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

    cudaMalloc(&data, n * sizeof(int));
    cudaMallocManaged(&part, THREADS * sizeof(long long));
    for (int i = 0; i < n; i++)
        data[i] = x[i]; // <-- here

    add_up<<<THREADS / 128, 128>>>(part, data, n);
    cudaDeviceSynchronize();

    for (int t = 0; t < THREADS; t++)
        sum += part[t];
    cudaFree(data);
    cudaFree(part);
    return sum;
}
