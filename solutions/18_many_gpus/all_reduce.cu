// Every device fetches from its left neighbour, and all do so at the same time.
//
// Reduce-scatter: in round r, device d takes piece d - 1 - r from the left and adds its own numbers.
// A piece wanders once round the ring and grows by one array on each device; after devices - 1 rounds
// it is complete on the device before the one where it began. All-gather: the complete pieces wander
// on, and replace what is there. It is the same round with another shift, and a copy instead of the
// sum.
//
// A stream waits for both neighbours before it copies. The left one must have finished the piece in
// the round before. The right one must have fetched what it needed in the round before, since this
// device is about to change things. One event for each device, recorded at the end of a round, says
// both. All waits of a round stand before all records of that round, in a loop of their own.
//
// A device moves 2 * (devices - 1) / devices arrays, whether there are 2 devices or 200: that is why
// NCCL uses rings for large arrays. For small ones the number of rounds matters more, and trees are
// better.

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
            add<<<(size + 255) / 256, 256, 0, m[d].stream>>>(m[d].data + first, m[d].buffer, size);
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
