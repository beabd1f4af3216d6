// prefetch: square n numbers in managed memory, and send its pages ahead.
//
//   x   n whole numbers in the host's memory
//   y   n whole numbers in the host's memory, to write
//
// The results are right already. But the pages travel one by one, when the kernel or the host touches them.

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
    size_t bytes = n * sizeof(int);
    int *a, *b;

    cudaMallocManaged(&a, bytes);
    cudaMallocManaged(&b, bytes);
    memcpy(a, x, bytes);

    // YOUR CODE HERE: before the launch, and after it
    square<<<(n + 255) / 256, 256>>>(b, a, n);

    cudaDeviceSynchronize();
    memcpy(y, b, bytes);
    cudaFree(a);
    cudaFree(b);
}
