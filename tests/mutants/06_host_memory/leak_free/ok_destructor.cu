// Expect: passed
// The destructor runs on every way out.
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

struct resources {
    cudaStream_t stream;
    cudaEvent_t done;
    float *h_x, *d_x;
    int *d_count;

    resources(size_t bytes)
    {
        cudaStreamCreate(&stream);
        cudaEventCreate(&done);
        cudaMallocHost(&h_x, bytes);
        cudaMalloc(&d_x, bytes);
        cudaMalloc(&d_count, sizeof(int));
    }

    ~resources()
    {
        cudaFree(d_count);
        cudaFree(d_x);
        cudaFreeHost(h_x);
        cudaEventDestroy(done);
        cudaStreamDestroy(stream);
    }
};

int add_if_positive(float *x, int n)
{
    size_t bytes = n * sizeof(float);
    resources r(bytes);
    int negative;

    memcpy(r.h_x, x, bytes);
    cudaMemcpyAsync(r.d_x, r.h_x, bytes, cudaMemcpyHostToDevice, r.stream);
    cudaMemsetAsync(r.d_count, 0, sizeof(int), r.stream);
    count_negative<<<(n + 255) / 256, 256, 0, r.stream>>>(r.d_count, r.d_x, n);
    cudaStreamSynchronize(r.stream);
    cudaMemcpy(&negative, r.d_count, sizeof(int), cudaMemcpyDeviceToHost);
    if (negative > 0)
        return negative;

    add_one<<<(n + 255) / 256, 256, 0, r.stream>>>(r.d_x, n);
    cudaMemcpyAsync(r.h_x, r.d_x, bytes, cudaMemcpyDeviceToHost, r.stream);
    cudaEventRecord(r.done, r.stream);
    cudaEventSynchronize(r.done);
    memcpy(x, r.h_x, bytes);
    return 0;
}
