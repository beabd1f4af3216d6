// Both transfers run at the full speed of the link, as copies do, instead of page by page. And both are
// in the stream: the kernel begins when a has arrived, and b leaves when the kernel has finished. So
// there is one wait, before the host reads b.
//
// Nothing is copied twice, and the pointers stay the same: a is one array, whose pages are now here and
// now there. If you forget a prefetch, the program is slower and still right. That is what managed
// memory with prefetches is good for: get it right first, then send ahead what matters.
//
// What b held before does not matter, so its pages need not go to the device: they are made there.

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
    send(b, bytes, cudaMemLocationTypeHost);

    cudaDeviceSynchronize();
    memcpy(y, b, bytes);
    cudaFree(a);
    cudaFree(b);
}
