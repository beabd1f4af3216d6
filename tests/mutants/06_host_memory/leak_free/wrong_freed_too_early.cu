// Mistake: the pinned buffer is given back before the host has read it.
// Expect: memory-error use-after-free
#include <cuda_runtime.h>
#include <string.h>

__global__ void count_negative(int *count, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n && x[i] < 0)
        atomicAdd(count, 1);
}

__global__ void add_one(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        x[i] += 1;
}

int add_if_positive(float *x, int n)
{
    size_t bytes = n * sizeof(float);
    int *d_count, negative = 0;
    float *h_x, *d_x;
    cudaStream_t stream;
    cudaEvent_t done;

    cudaStreamCreate(&stream);
    cudaEventCreate(&done);
    cudaMallocHost(&h_x, bytes);
    cudaMalloc(&d_x, bytes);
    cudaMalloc(&d_count, sizeof(int));

    memcpy(h_x, x, bytes);
    cudaMemcpyAsync(d_x, h_x, bytes, cudaMemcpyHostToDevice, stream);
    cudaMemsetAsync(d_count, 0, sizeof(int), stream);
    count_negative<<<(n + 255) / 256, 256, 0, stream>>>(d_count, d_x, n);
    cudaStreamSynchronize(stream);
    cudaMemcpy(&negative, d_count, sizeof(int), cudaMemcpyDeviceToHost);
    if (negative > 0)
        goto out;

    add_one<<<(n + 255) / 256, 256, 0, stream>>>(d_x, n);
    cudaMemcpyAsync(h_x, d_x, bytes, cudaMemcpyDeviceToHost, stream);
    cudaEventRecord(done, stream);
    cudaEventSynchronize(done);
    cudaFreeHost(h_x);
    for (int i = 0; i < n; i++)
        x[i] = h_x[i]; // <-- here
    h_x = nullptr;

out:
    cudaFree(d_count);
    cudaFree(d_x);
    cudaFreeHost(h_x);
    cudaEventDestroy(done);
    cudaStreamDestroy(stream);
    return negative;
}
