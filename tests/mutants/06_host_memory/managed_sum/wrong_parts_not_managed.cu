// Mistake: the numbers are managed, the parts are a plain array of the host.
// Expect: memory-error host-pointer
#include <cuda_runtime.h>
#include <string.h>

#define THREADS 1024

__global__ void add_up(long long *part, const int *x, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    long long sum = 0;

    for (int i = t; i < n; i += THREADS)
        sum += x[i];
    part[t] = sum; // <-- here
}

long long managed_sum(const int *x, int n)
{
    long long part[THREADS], sum = 0;
    int *data;

    cudaMallocManaged(&data, n * sizeof(int));
    memcpy(data, x, n * sizeof(int));

    add_up<<<THREADS / 128, 128>>>(part, data, n);
    cudaDeviceSynchronize();

    for (int t = 0; t < THREADS; t++)
        sum += part[t];
    cudaFree(data);
    return sum;
}
