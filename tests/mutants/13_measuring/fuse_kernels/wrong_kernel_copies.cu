// The host computes, and a kernel only copies from one array to another.
// Expect: rule-broken from_device
#include <cuda_runtime.h>
#include <cmath>
#include <vector>
__global__ void refine_all(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i];
}
void refine(float *y, const float *x, float scale, float shift, int n)
{
    size_t bytes = n * sizeof(float);
    std::vector<float> h(n);
    for (int i = 0; i < n; i++) {
        float v = x[i], a = v * scale + shift, b = a / (1 + fabsf(a));
        h[i] = (b + v) / 2;
    }
    float *d_x, *d_y;
    cudaMalloc(&d_x, bytes);
    cudaMalloc(&d_y, bytes);
    cudaMemcpy(d_x, h.data(), bytes, cudaMemcpyHostToDevice); // <-- here
    refine_all<<<(n + 255) / 256, 256>>>(d_y, d_x, n);
    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
}
