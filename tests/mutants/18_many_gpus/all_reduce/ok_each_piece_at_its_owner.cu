// Right, and no ring: device d adds up piece d of all the others, and then all fetch the sums. As many bytes, and all links busy.
// Expect: passed
#include <cuda_runtime.h>

#define DEVICES_MAX 16

__global__ void add(float *to, const float *from, int n)
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

static int begin(int n, int piece, int devices)
{
    return (long long)n * piece / devices;
}

static void fetch(struct member *m, int d, int from, int n, int devices, float *to, int piece)
{
    int first = begin(n, piece, devices), size = begin(n, piece + 1, devices) - first;

    if (size)
        cudaMemcpyPeerAsync(to, d, m[from].data + first, from, size * sizeof(float), m[d].stream);
}

static void meet(struct member *m, int devices)
{
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        cudaEventRecord(m[d].done, m[d].stream);
    }
    for (int d = 0; d < devices; d++)
        for (int e = 0; e < devices; e++)
            cudaStreamWaitEvent(m[d].stream, m[e].done, 0);
}

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

    for (int k = 1; k < devices; k++)
        for (int d = 0; d < devices; d++) {
            int first = begin(n, d, devices), size = begin(n, d + 1, devices) - first;

            cudaSetDevice(d);
            fetch(m, d, (d + k) % devices, n, devices, m[d].buffer, d);
            if (size)
                add<<<(size + 127) / 128, 128, 0, m[d].stream>>>(m[d].data + first, m[d].buffer, size);
        }
    meet(m, devices);
    for (int k = 1; k < devices; k++)
        for (int d = 0; d < devices; d++) {
            int from = (d + k) % devices;

            fetch(m, d, from, n, devices, m[d].data + begin(n, from, devices), from);
        }

    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        cudaMemcpy(y + (size_t)d * n, m[d].data, bytes, cudaMemcpyDeviceToHost);
    }
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        cudaFree(m[d].data);
        cudaFree(m[d].buffer);
        cudaEventDestroy(m[d].done);
        cudaStreamDestroy(m[d].stream);
    }
}
