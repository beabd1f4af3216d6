// Right: a thread of the host for each device. What is current differs from thread to thread, so each may wait as it likes.
// Expect: passed
#include <thread>
#include <vector>
#include <cuda_runtime.h>

__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = a[i] + b[i];
}

static void one(int d, int devices, const float *a, const float *b, float *c, int n)
{
    int first = (long long)n * d / devices, part = (long long)n * (d + 1) / devices - first;
    size_t bytes = part * sizeof(float);
    float *x, *y;
    cudaStream_t s;

    if (!part)
        return;
    cudaSetDevice(d);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMalloc(&x, bytes);
    cudaMalloc(&y, bytes);
    cudaMemcpyAsync(x, a + first, bytes, cudaMemcpyDefault, s);
    cudaMemcpyAsync(y, b + first, bytes, cudaMemcpyDefault, s);
    add<<<(part + 255) / 256, 256, 0, s>>>(x, y, y, part);
    cudaMemcpyAsync(c + first, y, bytes, cudaMemcpyDefault, s);
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
    cudaFree(x);
    cudaFree(y);
}

void split_add(const float *a, const float *b, float *c, int n)
{
    size_t bytes = n * sizeof(*a);
    std::vector<std::thread> threads;
    int devices;

    cudaGetDeviceCount(&devices);
    cudaHostRegister((void *)a, bytes, cudaHostRegisterPortable);
    cudaHostRegister((void *)b, bytes, cudaHostRegisterPortable);
    cudaHostRegister(c, bytes, cudaHostRegisterPortable);
    for (int d = 0; d < devices; d++)
        threads.emplace_back(one, d, devices, a, b, c, n);
    for (std::thread &t : threads)
        t.join();
    cudaHostUnregister((void *)a);
    cudaHostUnregister((void *)b);
    cudaHostUnregister(c);
}
