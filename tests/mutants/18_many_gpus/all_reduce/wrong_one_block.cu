// Mistake: one block of each launch goes through all the numbers, on one multiprocessor.
// Expect: rule-broken working_blocks
#include <cuda_runtime.h>

#define DEVICES_MAX 16

__global__ void add(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    for (; i < n; i += blockDim.x)
        to[i] += from[i];
}

struct member {
    float *data, *buffer;
    cudaStream_t stream;
    cudaEvent_t done;
};

// A round: every device takes piece `d - 1 - shift` from its left neighbour, and adds it to its own or puts it in its place.
static void round_trip(struct member *m, int devices, int n, int shift, bool adds)
{
    for (int d = 0; d < devices; d++) {
        int left = (d + devices - 1) % devices, right = (d + 1) % devices, piece = (d + 2 * devices - 1 - shift) % devices;
        int first = (long long)n * piece / devices, size = (long long)n * (piece + 1) / devices - first;

        cudaStreamWaitEvent(m[d].stream, m[left].done, 0);
        cudaStreamWaitEvent(m[d].stream, m[right].done, 0);
        if (size)
            cudaMemcpyPeerAsync(adds ? m[d].buffer : m[d].data + first, d, m[left].data + first, left, size * sizeof(float),
                                m[d].stream);
    }
    for (int d = 0; d < devices; d++) {
        int piece = (d + 2 * devices - 1 - shift) % devices;
        int first = (long long)n * piece / devices, size = (long long)n * (piece + 1) / devices - first;

        cudaSetDevice(d);
        if (adds && size)
            add<<<1, 1024, 0, m[d].stream>>>(m[d].data + first, m[d].buffer, size); // <-- here
        cudaEventRecord(m[d].done, m[d].stream);
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
        cudaMalloc(&m[d].buffer, bytes / devices + sizeof(float));
        cudaMemcpy(m[d].data, x + (size_t)d * n, bytes, cudaMemcpyHostToDevice);
        cudaEventRecord(m[d].done, m[d].stream);
    }

    for (int r = 0; r < devices - 1; r++)
        round_trip(m, devices, n, r, true);
    for (int r = 0; r < devices - 1; r++)
        round_trip(m, devices, n, r - 1, false);

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
