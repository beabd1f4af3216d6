// Expect: passed
// The C++ way: memory that frees itself, and an exception from the call to the one place that catches it.
#include <cuda_runtime.h>

__global__ void twice_kernel(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = 2 * x[i];
}

namespace {

void must(cudaError_t error)
{
    if (error != cudaSuccess)
        throw error;
}

struct floats {
    float *data = nullptr;

    explicit floats(size_t n) { must(cudaMalloc(&data, n * sizeof(float))); }
    ~floats() { cudaFree(data); }
    floats(const floats &) = delete;
};

} // namespace

cudaError_t twice(const float *x, float *y, int n)
try {
    floats d_x(n), d_y(n);

    must(cudaMemcpy(d_x.data, x, n * sizeof(float), cudaMemcpyHostToDevice));
    twice_kernel<<<(n + 255) / 256, 256>>>(d_y.data, d_x.data, n);
    must(cudaPeekAtLastError());
    must(cudaMemcpy(y, d_y.data, n * sizeof(float), cudaMemcpyDeviceToHost));
    return cudaSuccess;
} catch (cudaError_t error) {
    return error;
}
