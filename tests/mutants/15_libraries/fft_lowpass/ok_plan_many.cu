// In a stream, plans made in two steps, and cudaMemset2D in place of a kernel for what goes away.
// Expect: passed
#include <cuda_runtime.h>
#include <cufft.h>

__global__ void divide(float *y, int count, float n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        y[i] /= n;
}

void lowpass(float *y, const float *x, int rows, int n, int keep)
{
    int half = n / 2 + 1, all = rows * n, size[1] = { n };
    size_t work;
    float *d_x, *d_y;
    cufftComplex *d_s;
    cufftHandle forth, back;
    cudaStream_t stream;

    cudaStreamCreate(&stream);
    cudaMalloc(&d_x, all * sizeof(float));
    cudaMalloc(&d_y, all * sizeof(float));
    cudaMalloc(&d_s, rows * half * sizeof(cufftComplex));
    cufftCreate(&forth);
    cufftCreate(&back);
    cufftMakePlanMany(forth, 1, size, nullptr, 1, n, nullptr, 1, half, CUFFT_R2C, rows, &work);
    cufftMakePlanMany(back, 1, size, nullptr, 1, half, nullptr, 1, n, CUFFT_C2R, rows, &work);
    cufftSetStream(forth, stream);
    cufftSetStream(back, stream);

    cudaMemcpy(d_x, x, all * sizeof(float), cudaMemcpyHostToDevice);
    cufftExecR2C(forth, d_x, d_s);
    if (keep + 1 < half)
        cudaMemset2DAsync(d_s + keep + 1, half * sizeof(cufftComplex), 0, (half - keep - 1) * sizeof(cufftComplex), rows, stream);
    cufftExecC2R(back, d_s, d_y);
    divide<<<(all + 255) / 256, 256, 0, stream>>>(d_y, all, n);
    cudaStreamSynchronize(stream);
    cudaMemcpy(y, d_y, all * sizeof(float), cudaMemcpyDeviceToHost);

    cufftDestroy(forth);
    cufftDestroy(back);
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFree(d_s);
    cudaStreamDestroy(stream);
}
