// Mistake: every device sends its whole array round, not a piece at a time.
// Expect: rule-broken bytes
#include <cuda_runtime.h>

#define DEVICES_MAX 16

__global__ void add(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        to[i] += from[i];
}

struct member {
    float *data, *from, *to;
    cudaStream_t stream;
    cudaEvent_t done;
};

// A round: every device passes on the array that it got in the round before.
static void pass_on(struct member *m, int devices, int n)
{
    for (int d = 0; d < devices; d++) {
        int left = (d + devices - 1) % devices, right = (d + 1) % devices;

        cudaStreamWaitEvent(m[d].stream, m[left].done, 0);
        cudaStreamWaitEvent(m[d].stream, m[right].done, 0);
        cudaMemcpyPeerAsync(m[d].to, d, m[left].from, left, n * sizeof(float), m[d].stream); // <-- here
    }
    for (int d = 0; d < devices; d++) {
        float *t = m[d].from;

        cudaSetDevice(d);
        add<<<(n + 255) / 256, 256, 0, m[d].stream>>>(m[d].data, m[d].to, n);
        cudaEventRecord(m[d].done, m[d].stream);
        m[d].from = m[d].to;
        m[d].to = t;
    }
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
        cudaMalloc(&m[d].from, bytes);
        cudaMalloc(&m[d].to, bytes);
        cudaMemcpy(m[d].data, x + (size_t)d * n, bytes, cudaMemcpyHostToDevice);
        cudaMemcpy(m[d].from, m[d].data, bytes, cudaMemcpyDeviceToDevice);
        cudaEventRecord(m[d].done, m[d].stream);
    }

    for (int r = 0; r < devices - 1; r++)
        pass_on(m, devices, n);

    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        cudaMemcpy(y + (size_t)d * n, m[d].data, bytes, cudaMemcpyDeviceToHost);
    }
    for (int d = 0; d < devices; d++) {
        cudaSetDevice(d);
        cudaFree(m[d].data);
        cudaFree(m[d].from);
        cudaFree(m[d].to);
        cudaEventDestroy(m[d].done);
        cudaStreamDestroy(m[d].stream);
    }
}
