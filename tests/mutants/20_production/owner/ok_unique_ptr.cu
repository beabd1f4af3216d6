// Expect: passed
// The standard library has such an owner: unique_ptr with a deleter.
#include <cuda_runtime.h>
#include <memory>
#include <numeric>
#include <utility>
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

struct giver {
    void operator()(float *p) const { cudaFree(p); }
    void operator()(CUstream_st *s) const { cudaStreamDestroy(s); }
};
using memory = std::unique_ptr<float, giver>;
using stream = std::unique_ptr<CUstream_st, giver>;

static memory memory_of(size_t bytes)
{
    float *p;

    check(cudaMalloc(&p, bytes));
    return memory(p);
}

static stream stream_new()
{
    cudaStream_t s;

    check(cudaStreamCreate(&s));
    return stream(s);
}

class pinned { // makes the host's memory pinned while it lives
public:
    pinned(float *x, size_t bytes) : p(x) { check(cudaHostRegister(x, bytes, cudaHostRegisterDefault)); }
    pinned(const pinned &) = delete;
    pinned &operator=(const pinned &) = delete;
    ~pinned() { cudaHostUnregister(p); }

private:
    float *p;
};

struct part {
    stream order;
    memory data; // the last member goes first: the memory, then the stream
};

static void work(float *x, const int *size, const float *factor, int parts)
{
    pinned whole(x, std::accumulate(size, size + parts, (size_t)0) * sizeof(float)); // first, so its destructor comes last
    std::vector<part> all;

    for (int k = 0; k < parts; k++) {
        size_t bytes = size[k] * sizeof(float);

        all.push_back(part{ stream_new(), memory_of(bytes) });

        float *d = all.back().data.get();
        cudaStream_t s = all.back().order.get();

        check(cudaMemcpyAsync(d, x, bytes, cudaMemcpyHostToDevice, s));
        scale<<<(size[k] + 255) / 256, 256, 0, s>>>(d, factor[k], size[k]);
        check(cudaGetLastError());
        check(cudaMemcpyAsync(x, d, bytes, cudaMemcpyDeviceToHost, s));
        x += size[k];
    }
    for (part &p : all)
        check(cudaStreamSynchronize(p.order.get()));
}

cudaError_t scale_parts(float *x, const int *size, const float *factor, int parts)
{
    try {
        work(x, size, factor, parts);
    } catch (cudaError_t error) {
        return error;
    }
    return cudaSuccess;
}
