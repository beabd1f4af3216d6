// Mistake: plans a single row.
// Expect: memory-error uninitialised-read
#include <cuda_runtime.h>
#include <cufft.h>

__global__ void filter(cufftComplex *s, int rows, int half, int keep, float scale)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < rows * half) {
        float factor = i % half > keep ? 0.0f : scale;
        s[i].x *= factor; // <-- here
        s[i].y *= factor;
    }
}

void lowpass(float *y, const float *x, int rows, int n, int keep)
{
    size_t bytes = (size_t)rows * n * sizeof(float);
    int half = n / 2 + 1, all = rows * half;
    cufftComplex *d_s;
    float *d_x;

    cudaMalloc(&d_x, bytes);
    cudaMalloc(&d_s, all * sizeof(cufftComplex));
    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);

    cufftHandle forth, back;
    cufftPlan1d(&forth, n, CUFFT_R2C, 1);
    cufftPlan1d(&back, n, CUFFT_C2R, 1);
    cufftExecR2C(forth, d_x, d_s);
    filter<<<(all + 255) / 256, 256>>>(d_s, rows, half, keep, 1.0f / n);
    cufftExecC2R(back, d_s, d_x);
    cufftDestroy(forth);
    cufftDestroy(back);

    cudaMemcpy(y, d_x, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_s);
}
