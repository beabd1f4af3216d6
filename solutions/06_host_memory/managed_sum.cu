// One pointer for each array, and one wait that you must not forget.
//
// cudaMallocManaged allocates memory whose pages move to the side that touches them. The host's
// memcpy creates the pages of `data` on the host, the kernel fetches them, and the loop over `part`
// fetches that array back. The source has no copies, but the bytes still travel.
//
// Without the copy back there is no wait either. A launch returns at once, so without
// cudaDeviceSynchronize the host would add parts that are not there yet.
//
// For an array that travels once in one direction, as here, an explicit copy is faster: pages that
// are fetched on demand come in small pieces. Managed memory is for data with pointers in it, for
// data larger than the device's memory, and for a first version.

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
