#include <cuda_runtime.h>

__global__ void add(float *y, const float *x, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (; i < n; i += gridDim.x * blockDim.x)
        y[i] = x[i] + a;
}

__global__ void add_four(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (; i < n; i += gridDim.x * blockDim.x)
        y[i] = (((x[i] + 1) + 2) + 3) + 4;
}

static void run(int n, bool fused)
{
    float *d_y;
    cudaMalloc(&d_y, n * sizeof(float));
    // Nothing is copied, so the bars show the kernels alone.
    cudaMemset(d_y, 0, n * sizeof(float));
    if (fused)
        add_four<<<528, 256>>>(d_y, d_y, n);
    for (int k = 1; k <= 4 && !fused; k++)
        add<<<528, 256>>>(d_y, d_y, k, n);
    cudaDeviceSynchronize();
    cudaFree(d_y);
}

void four_kernels(int n) { run(n, false); }
void one_kernel(int n) { run(n, true); }
