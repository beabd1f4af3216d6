// Mistake: a is prefetched after the kernel that needs it.
// Expect: rule-broken before
#include <cuda_runtime.h>
#include <string.h>

__global__ void square(int *b, const int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        b[i] = a[i] * a[i];
}

// Before CUDA 13 the place was a plain number.
static void send(const void *pages, size_t bytes, cudaMemLocationType type)
{
#if CUDART_VERSION >= 13000
    cudaMemLocation place = { type, 0 };

    cudaMemPrefetchAsync(pages, bytes, place, 0, 0);
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

    square<<<(n + 255) / 256, 256>>>(b, a, n);
    send(a, bytes, cudaMemLocationTypeDevice);
    send(b, bytes, cudaMemLocationTypeHost);

    cudaDeviceSynchronize();
    memcpy(y, b, bytes);
    cudaFree(a);
    cudaFree(b);
}
