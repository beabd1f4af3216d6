// scale_parts: multiplies each part of an array by a factor of its own.
//
//   x        the parts, one after another; each element of part k becomes x * factor[k]
//   size     the elements of each part, 1 or more
//   factor   the factor of each part
//   parts    the number of parts
//
// It returns cudaSuccess, or the error of the call that failed. The results are right, but it leaks if a call fails.

#include <cuda_runtime.h>
#include <vector>

__global__ void scale(float *x, float factor, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        x[i] *= factor;
}

static void check(cudaError_t error)
{
    if (error != cudaSuccess)
        throw error;
}

// YOUR CODE HERE: owners instead of these raw handles, and of the pair of calls that pin x
struct part {
    cudaStream_t stream;
    float *memory;
};

cudaError_t scale_parts(float *x, const int *size, const float *factor, int parts)
{
    std::vector<part> all;
    float *from = x;
    size_t total = 0;

    for (int k = 0; k < parts; k++)
        total += size[k] * sizeof(float);
    check(cudaHostRegister(x, total, cudaHostRegisterDefault));

    for (int k = 0; k < parts; k++) {
        size_t bytes = size[k] * sizeof(float);
        part p;

        check(cudaStreamCreate(&p.stream));
        check(cudaMalloc(&p.memory, bytes));
        all.push_back(p);
        check(cudaMemcpyAsync(p.memory, from, bytes, cudaMemcpyHostToDevice, p.stream));
        scale<<<(size[k] + 255) / 256, 256, 0, p.stream>>>(p.memory, factor[k], size[k]);
        check(cudaGetLastError());
        check(cudaMemcpyAsync(from, p.memory, bytes, cudaMemcpyDeviceToHost, p.stream));
        from += size[k];
    }
    for (part &p : all) {
        check(cudaStreamSynchronize(p.stream));
        check(cudaFree(p.memory));
        check(cudaStreamDestroy(p.stream));
    }
    check(cudaHostUnregister(x));
    return cudaSuccess;
}
