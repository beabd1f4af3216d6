// Three loops over the devices: prepare all, give work to all, wait for all.
//
// Device d takes the elements from n * d / devices to n * (d + 1) / devices. Rounded down, these
// bounds fit together without a gap, and no part is more than one element longer than another. (In
// int the product would overflow for large n: hence long long.)
//
// Allocations and new streams keep the host busy for longer than such a copy takes, so they come
// first. The second loop only submits: everything in it returns at once, since the copies are
// asynchronous and the arrays pinned, and all devices copy and compute at the same time, each over
// its own link. The third loop waits. Streams and memory belong to the device that was current when
// they were made, and kernels go to the current device, so every loop begins with cudaSetDevice.
//
// With fewer numbers than devices some parts would be empty, and a launch of no blocks is an error:
// the program then uses as many devices as there are numbers.

#include <cuda_runtime.h>

__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = a[i] + b[i];
}

#define DEVICES_MAX 16

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
