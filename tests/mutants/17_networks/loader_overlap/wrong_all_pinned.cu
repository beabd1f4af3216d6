// Mistake: pinned memory for all batches, in place of two buffers.
// Expect: rule-broken pinned_memory
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
    unsigned int *d_state, *d_batch[2], *all;
    cudaStream_t copy, work;
    cudaEvent_t arrived[2], used[2];

    cudaMallocHost(&all, bytes * batches);
    cudaStreamCreate(&copy);
    cudaStreamCreate(&work);
    cudaMalloc(&d_state, bytes);
    for (int s = 0; s < 2; s++) {
        cudaMalloc(&d_batch[s], bytes);
        cudaEventCreateWithFlags(&arrived[s], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&used[s], cudaEventDisableTiming);
    }
    cudaMemcpy(d_state, state, bytes, cudaMemcpyHostToDevice);

    for (int b = 0; b < batches; b++) {
        int s = b % 2;

        memcpy(all + (size_t)b * n, data + (size_t)b * n, bytes);
        cudaStreamWaitEvent(copy, used[s], 0);
        cudaMemcpyAsync(d_batch[s], all + (size_t)b * n, bytes, cudaMemcpyHostToDevice, copy);
        cudaEventRecord(arrived[s], copy);
        cudaStreamWaitEvent(work, arrived[s], 0);
        train_step<<<(n + 255) / 256, 256, 0, work>>>(d_state, d_batch[s], n, rounds);
        cudaEventRecord(used[s], work);
    }
    cudaStreamSynchronize(work);
    cudaMemcpy(state, d_state, bytes, cudaMemcpyDeviceToHost);

    for (int s = 0; s < 2; s++) {
        cudaFree(d_batch[s]);
        cudaEventDestroy(arrived[s]);
        cudaEventDestroy(used[s]);
    }
    cudaFree(d_state);
    cudaFreeHost(all);
    cudaStreamDestroy(copy);
    cudaStreamDestroy(work);
}
