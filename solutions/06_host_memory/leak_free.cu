// One way out, and everything is freed there.
//
// The order is the reverse of the order of allocation. Here it does not matter, but it is a good
// habit: what you create later may use what you created before. None of this is in use any more,
// since the function has waited for the device either way; and if something were, cudaFree and
// cudaFreeHost would wait for it.
//
// cudaFree takes device memory only. Pinned memory belongs to the host, so free it with
// cudaFreeHost. Both accept a null pointer.
//
// In C++ you would rather wrap each thing in a small class whose destructor frees it. Then the
// early return may stay, and even an exception leaks nothing.

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
    memcpy(x, h_x, bytes);

out:
    cudaFree(d_count);
    cudaFree(d_x);
    cudaFreeHost(h_x);
    cudaEventDestroy(done);
    cudaStreamDestroy(stream);
    return negative;
}
