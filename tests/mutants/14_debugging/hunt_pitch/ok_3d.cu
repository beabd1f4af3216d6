// Expect: passed
// cudaMalloc3D keeps pointer and pitch together.
#include <cuda_runtime.h>

__device__ float *row_of(cudaPitchedPtr p, int row)
{
    return (float *)((char *)p.ptr + row * p.pitch);
}

__global__ void difference(cudaPitchedPtr y, cudaPitchedPtr x, int w, int h)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;

    if (col >= w)
        return;
    float v = row_of(x, row)[col];

    if (row && col)
        v -= row_of(x, row - 1)[col - 1];
    row_of(y, row)[col] = v;
}

void emboss(float *y, const float *x, int w, int h)
{
    cudaPitchedPtr a, b;
    size_t bytes = w * sizeof(float);

    cudaMalloc3D(&a, make_cudaExtent(bytes, h, 1));
    cudaMalloc3D(&b, make_cudaExtent(bytes, h, 1));
    cudaMemcpy2D(a.ptr, a.pitch, x, bytes, bytes, h, cudaMemcpyHostToDevice);
    difference<<<dim3((w + 127) / 128, h), 128>>>(b, a, w, h);
    cudaMemcpy2D(y, bytes, b.ptr, b.pitch, bytes, h, cudaMemcpyDeviceToHost);
    cudaFree(a.ptr);
    cudaFree(b.ptr);
}
