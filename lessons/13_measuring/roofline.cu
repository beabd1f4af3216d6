#include <cuda_runtime.h>

// 8 bytes move for each element; the arithmetic is 2 * rounds operations.
__global__ void polynomial(float *y, const float *x, int n, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i], s = 0;
        for (int k = 0; k < rounds; k++)
            s = s * v + 1;
        y[i] = s;
    }
}

void rounds_of_work(int n, int rounds)
{
    float *d_x, *d_y;
    cudaMalloc(&d_x, n * sizeof(float));
    cudaMalloc(&d_y, n * sizeof(float));
    // Nothing is copied, so the bars show the kernels alone.
    cudaMemset(d_x, 0, n * sizeof(float));
    polynomial<<<(n + 255) / 256, 256>>>(d_y, d_x, n, rounds);
    cudaDeviceSynchronize();
    cudaFree(d_x);
    cudaFree(d_y);
}
