// 16 steps over all elements: asked after each launch, or waited for.
#include <cuda_runtime.h>

__global__ void step(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        x[i] = x[i] * 0.5f + 1;
}

static void steps(float *x, int n, bool wait)
{
    float *d_x;

    cudaMalloc(&d_x, n * sizeof(float));
    cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
    for (int k = 0; k < 16; k++) {
        step<<<(n + 255) / 256, 256>>>(d_x, n);
        if (cudaGetLastError() != cudaSuccess) // asks, does not wait
            break;
        if (wait && cudaDeviceSynchronize() != cudaSuccess)
            break;
    }
    cudaMemcpy(x, d_x, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_x);
}

void asked(float *x, int n) { steps(x, n, false); }

void waited_for(float *x, int n) { steps(x, n, true); }
