// Mistake: the host waits for the kernel before it sends the result back, and then waits once more.
// Expect: rule-broken waits
#include <cuda_runtime.h>
#include <string.h>

__global__ void square(int *b, const int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        b[i] = a[i] * a[i];
}

// Before CUDA 13 the location was a plain number.
static void send(const void *pages, size_t bytes, cudaMemLocationType type)
{
#if CUDART_VERSION >= 13000
    cudaMemLocation location = { type, 0 };

    cudaMemPrefetchAsync(pages, bytes, location, 0, 0);
#else
    cudaMemPrefetchAsync(pages, bytes, type == cudaMemLocationTypeHost ? cudaCpuDeviceId : 0, 0);
#endif
}

void square_all(const int *x, int *y, int n)
{
    size_t bytes = n * sizeof(int);
    int *a, *b;

    cudaMallocManaged(&a, bytes);
    cudaMallocManaged(&b, bytes);
    memcpy(a, x, bytes);

    send(a, bytes, cudaMemLocationTypeDevice);
    square<<<(n + 255) / 256, 256>>>(b, a, n);
    cudaDeviceSynchronize();

    send(b, bytes, cudaMemLocationTypeHost);
    cudaDeviceSynchronize();
    memcpy(y, b, bytes);
    cudaFree(a);
    cudaFree(b);
}
