// Allocate, copy there, launch, copy back, free: the frame of every CUDA program.
//
// The host never waits for the kernel explicitly, and need not do so. A launch only puts the kernel into
// a queue, and the host goes on at once; but the copy back comes after it in the same queue, and
// cudaMemcpy returns when the bytes have arrived.
//
// The names d_x and d_y are a good habit. A pointer does not show whose memory it points to, and
// the compiler does not know either.

#include <cuda_runtime.h>

__global__ void square(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = x[i] * x[i];
}

void round_trip(const float *x, float *y, int n)
{
    size_t bytes = n * sizeof(float);
    float *d_x, *d_y;

    cudaMalloc(&d_x, bytes);
    cudaMalloc(&d_y, bytes);
    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    square<<<(n + 255) / 256, 256>>>(d_y, d_x, n);
    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
}
