// Double buffering, twice: on the host and on the device. While step b computes, batch b + 1 is being copied, and the
// host prepares it before that. So a step waits for its data only if loading takes longer than computing: then more
// workers help, not more buffers.
//
// Each buffer has two events, one for each direction of waiting. The host waits only for copies, never for a step, so
// it stays ahead. If you leave out one of the three waits, the program is right most of the time.
//
// PyTorch's loader keeps `prefetch_factor` batches for each of its workers ready. The pinning is done by a thread of the
// main process, and `non_blocking=True` is what makes the copy asynchronous.

#include <string.h>
#include <cuda_runtime.h>

// Given: changes the state by one batch.
__global__ void train_step(unsigned int *state, const unsigned int *batch, int n, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        unsigned int h = state[i] ^ batch[i];

        for (int k = 1; k <= rounds; k++)
            h = (h ^ h >> 15) * 739997 + k;
        state[i] = h;
    }
}

void train(unsigned int *state, const unsigned int *data, int n, int batches, int rounds)
{
    size_t bytes = n * sizeof(unsigned int);
    unsigned int *d_state, *d_batch[2], *pinned[2];
    cudaStream_t copy, work;
    cudaEvent_t arrived[2], used[2];

    cudaStreamCreate(&copy);
    cudaStreamCreate(&work);
    cudaMalloc(&d_state, bytes);
    for (int s = 0; s < 2; s++) {
        cudaMalloc(&d_batch[s], bytes);
        cudaMallocHost(&pinned[s], bytes);
        cudaEventCreateWithFlags(&arrived[s], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&used[s], cudaEventDisableTiming);
    }
    cudaMemcpy(d_state, state, bytes, cudaMemcpyHostToDevice);

    for (int b = 0; b < batches; b++) {
        int s = b % 2;

        cudaEventSynchronize(arrived[s]);
        memcpy(pinned[s], data + (size_t)b * n, bytes);
        cudaStreamWaitEvent(copy, used[s], 0);
        cudaMemcpyAsync(d_batch[s], pinned[s], bytes, cudaMemcpyHostToDevice, copy);
        cudaEventRecord(arrived[s], copy);
        cudaStreamWaitEvent(work, arrived[s], 0);
        train_step<<<(n + 255) / 256, 256, 0, work>>>(d_state, d_batch[s], n, rounds);
        cudaEventRecord(used[s], work);
    }
    cudaStreamSynchronize(work);
    cudaMemcpy(state, d_state, bytes, cudaMemcpyDeviceToHost);

    for (int s = 0; s < 2; s++) {
        cudaFree(d_batch[s]);
        cudaFreeHost(pinned[s]);
        cudaEventDestroy(arrived[s]);
        cudaEventDestroy(used[s]);
    }
    cudaFree(d_state);
    cudaStreamDestroy(copy);
    cudaStreamDestroy(work);
}
