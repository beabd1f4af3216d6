// Expect: passed
// A loop fills in the numbers; the host waits for an event after the kernel.
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
    cudaEvent_t done;
    long long *part, sum = 0;
    int *data;

    cudaMallocManaged(&data, n * sizeof(int));
    cudaMallocManaged(&part, THREADS * sizeof(long long));
    for (int i = 0; i < n; i++)
        data[i] = x[i];
    cudaEventCreate(&done);

    add_up<<<THREADS / 128, 128>>>(part, data, n);
    cudaEventRecord(done);
    cudaEventSynchronize(done);
    cudaEventDestroy(done);

    for (int t = 0; t < THREADS; t++)
        sum += part[t];
    cudaFree(data);
    cudaFree(part);
    return sum;
}
