// Three buffers, and one event for each of a ring's places and directions.
// Expect: passed
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
    unsigned int *d_state, *d_batch[3], *pinned[3];
    cudaStream_t in, work;
    cudaEvent_t here[3], gone[3];

    cudaStreamCreateWithFlags(&in, cudaStreamNonBlocking);
    cudaStreamCreate(&work);
    cudaMalloc(&d_state, bytes);
    cudaMemcpy(d_state, state, bytes, cudaMemcpyHostToDevice);
    for (int s = 0; s < 3; s++) {
        cudaMalloc(&d_batch[s], bytes);
        cudaHostAlloc(&pinned[s], bytes, cudaHostAllocDefault);
        cudaEventCreate(&here[s]);
        cudaEventCreate(&gone[s]);
    }
    for (int b = 0; b < batches; b++) {
        int s = b % 3;

        if (b >= 3) {
            cudaEventSynchronize(here[s]);
            cudaStreamWaitEvent(in, gone[s], 0);
        }
        memcpy(pinned[s], data + (size_t)b * n, bytes);
        cudaMemcpyAsync(d_batch[s], pinned[s], bytes, cudaMemcpyHostToDevice, in);
        cudaEventRecord(here[s], in);
        cudaStreamWaitEvent(work, here[s], 0);
        train_step<<<(n + 255) / 256, 256, 0, work>>>(d_state, d_batch[s], n, rounds);
        cudaEventRecord(gone[s], work);
    }
    cudaMemcpyAsync(pinned[0], d_state, bytes, cudaMemcpyDeviceToHost, work);
    cudaStreamSynchronize(work);
    memcpy(state, pinned[0], bytes);
    for (int s = 0; s < 3; s++) {
        cudaFree(d_batch[s]);
        cudaFreeHost(pinned[s]);
        cudaEventDestroy(here[s]);
        cudaEventDestroy(gone[s]);
    }
    cudaFree(d_state);
    cudaStreamDestroy(in);
    cudaStreamDestroy(work);
}
