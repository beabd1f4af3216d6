// Mistake: the host adds up.
// Expect: rule-broken devices
#include <cuda_runtime.h>

#define DEVICES_MAX 16

[[maybe_unused]] __global__ void add(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        to[i] += from[i];
}

struct member {
    float *data, *buffer;
    cudaStream_t stream;
    cudaEvent_t done;
};

void all_reduce(const float *x, float *y, int n)
{
    size_t bytes = n * sizeof(float);
    struct member m[DEVICES_MAX];
    int devices;

    cudaGetDeviceCount(&devices);
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        cudaStreamCreate(&m[d].stream);
        cudaEventCreateWithFlags(&m[d].done, cudaEventDisableTiming);
        cudaMalloc(&m[d].data, bytes);
        cudaMalloc(&m[d].buffer, bytes / devices + sizeof(float));
        cudaMemcpy(m[d].data, x + (size_t)d * n, bytes, cudaMemcpyHostToDevice);
        cudaEventRecord(m[d].done, m[d].stream);
    }

    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        cudaMemcpy(y + (size_t)d * n, m[d].data, bytes, cudaMemcpyDeviceToHost);
    }
    for (int i = 0; i < n; i++) {
        float sum = 0;

        for (int d = 0; d < devices; d++)
            sum += y[(size_t)d * n + i];
        for (int d = 0; d < devices; d++)
            y[(size_t)d * n + i] = sum;
    }
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        cudaFree(m[d].data);
        cudaFree(m[d].buffer);
        cudaEventDestroy(m[d].done);
        cudaStreamDestroy(m[d].stream);
    }
}
