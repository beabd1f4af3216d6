// Mistake: sends the result where it is already.
// Expect: rule-broken bytes
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

    cudaMemPrefetchAsync(a, bytes, device, 0, 0);
    square<<<(n + 255) / 256, 256>>>(b, a, n);
    cudaMemPrefetchAsync(b, bytes, device, 0, 0);

    cudaDeviceSynchronize();
    memcpy(y, b, bytes);
    cudaFree(a);
    cudaFree(b);
}
