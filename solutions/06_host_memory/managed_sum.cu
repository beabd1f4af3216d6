// One pointer for each array, and one wait that must not be forgotten.
//
// cudaMallocManaged gives memory that moves: a page is fetched by whoever touches it. The host's
// memcpy brings the pages of `data` into being on the host, the kernel pulls them over, and the loop over
// `part` pulls that one back. No copy is written down, but the bytes travel all the same.
//
// What went with the copy is the waiting that it did. A launch returns at once, so without
// cudaDeviceSynchronize the host would add parts that are not there yet.
//
// For an array that goes one way once, as here, an explicit copy is faster: pages that are fetched
// when somebody needs them come in small pieces. Managed memory is for data with pointers in
// it, for data larger than the device, and for a first version.

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

    add_up<<<THREADS / 128, 128>>>(part, data, n);
    cudaDeviceSynchronize();

    for (int t = 0; t < THREADS; t++)
        sum += part[t];
    cudaFree(data);
    cudaFree(part);
    return sum;
}
