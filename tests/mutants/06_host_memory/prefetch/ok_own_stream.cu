// A stream of its own, and the result sent ahead to the device as well.
// Expect: passed
#include <cuda_runtime.h>
#include <string.h>

__global__ void square(int *b, const int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        b[i] = a[i] * a[i];
}

void square_all(const int *x, int *y, int n)
{
    cudaMemLocation device = { cudaMemLocationTypeDevice, 0 }, host = { cudaMemLocationTypeHost, 0 };
    size_t bytes = n * sizeof(int);
    int *a, *b;

    cudaMallocManaged(&a, bytes);
    cudaMallocManaged(&b, bytes);
    memcpy(a, x, bytes);

    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMemPrefetchAsync(a, bytes, device, 0, s);
    cudaMemPrefetchAsync(b, bytes, device, 0, s);
    square<<<(n + 255) / 256, 256, 0, s>>>(b, a, n);
    cudaMemPrefetchAsync(b, bytes, host, 0, s);

    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
    memcpy(y, b, bytes);
    cudaFree(a);
    cudaFree(b);
}
