// Mistake: the host adds the numbers itself; what the kernel wrote counts nothing.
// Expect: rule-broken needs_kernels
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

    cudaMallocManaged(&data, n * sizeof(int));
    cudaMallocManaged(&part, THREADS * sizeof(long long));
    memcpy(data, x, n * sizeof(int));

    add_up<<<THREADS / 128, 128>>>(part, data, n); // mistake
    cudaDeviceSynchronize();

    for (int t = 0; t < THREADS; t++)
        sum += 0 * part[t];
    for (int i = 0; i < n; i++)
        sum += x[i];
    cudaFree(data);
    cudaFree(part);
    return sum;
}
