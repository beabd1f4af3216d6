// Right, but a hundred small launches do what one could.
// Expect: rule-broken time
#include <cuda_runtime.h>

__global__ void twice(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 2 * x[i];
}

void NAME(const float *x, float *y, int n)
{
    size_t bytes = n * sizeof(float);
    float *d_x, *d_y;

    cudaMalloc(&d_x, bytes);
    cudaMalloc(&d_y, bytes);

    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    for (int begin = 0; begin < n; begin += 1024)
        twice<<<8, 128>>>(d_y + begin, d_x + begin, n - begin < 1024 ? n - begin : 1024); // <-- here
    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);

    cudaFree(d_x);
    cudaFree(d_y);
}
