// Mistake: the sum is static, and a further call adds to that of the call before.
// Expect: wrong-answer
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
    static long long sum = 0;
    long long *part;
    int *data;

    cudaMallocManaged(&data, n * sizeof(int));
    cudaMallocManaged(&part, THREADS * sizeof(long long));
    memcpy(data, x, n * sizeof(int));

    add_up<<<THREADS / 128, 128>>>(part, data, n);
    cudaDeviceSynchronize();

    for (int t = 0; t < THREADS; t++)
        sum += part[t];
    cudaFree(data);
    cudaFree(part);
    return sum;
}
