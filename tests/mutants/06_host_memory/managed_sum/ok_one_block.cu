// Expect: passed
// One allocation for both arrays, the parts in front, and a wait for the default stream.
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

    cudaMallocManaged(&part, THREADS * sizeof(long long) + n * sizeof(int));
    data = (int *)(part + THREADS);
    memcpy(data, x, n * sizeof(int));

    add_up<<<THREADS / 128, 128>>>(part, data, n);
    cudaStreamSynchronize(0);

    for (int t = 0; t < THREADS; t++)
        sum += part[t];
    cudaFree(part);
    return sum;
}
