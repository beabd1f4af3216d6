// Mistake: an array for 7 devices, where there may be more. The assertion makes sure how that ends.
// Expect: host-crash
#include <assert.h>
#include <cuda_runtime.h>

__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = a[i] + b[i];
}

#define DEVICES_MAX 7

struct part {
    int first, n;
    float *a, *b, *c;
    cudaStream_t stream;
};

static void prepare(struct part *p)
{
    size_t bytes = p->n * sizeof(float);

    cudaStreamCreate(&p->stream);
    cudaMalloc(&p->a, bytes);
    cudaMalloc(&p->b, bytes);
    cudaMalloc(&p->c, bytes);
}

static void begin(struct part *p, const float *a, const float *b, float *c)
{
    size_t bytes = p->n * sizeof(*a);

    cudaMemcpyAsync(p->a, a + p->first, bytes, cudaMemcpyHostToDevice, p->stream);
    cudaMemcpyAsync(p->b, b + p->first, bytes, cudaMemcpyHostToDevice, p->stream);
    add<<<(p->n + 255) / 256, 256, 0, p->stream>>>(p->a, p->b, p->c, p->n);
    cudaMemcpyAsync(c + p->first, p->c, bytes, cudaMemcpyDeviceToHost, p->stream);
}

static void end(struct part *p)
{
    cudaStreamSynchronize(p->stream);
    cudaFree(p->a);
    cudaFree(p->b);
    cudaFree(p->c);
    cudaStreamDestroy(p->stream);
}

void split_add(const float *a, const float *b, float *c, int n)
{
    size_t bytes = n * sizeof(*a);
    struct part parts[DEVICES_MAX];
    int devices;

    cudaGetDeviceCount(&devices);
    assert(devices <= DEVICES_MAX);
    if (devices > n)
        devices = n; // the rest would have empty parts
    cudaHostRegister((void *)a, bytes, cudaHostRegisterPortable);
    cudaHostRegister((void *)b, bytes, cudaHostRegisterPortable);
    cudaHostRegister(c, bytes, cudaHostRegisterPortable);

    for (int d = 0; d < devices; d++) {
        parts[d].first = (long long)n * d / devices;
        parts[d].n = (long long)n * (d + 1) / devices - parts[d].first;
        cudaSetDevice(d);
        prepare(&parts[d]);
    }
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        begin(&parts[d], a, b, c);
    }
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        end(&parts[d]);
    }

    cudaHostUnregister((void *)a);
    cudaHostUnregister((void *)b);
    cudaHostUnregister(c);
}
