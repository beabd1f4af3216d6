// Each buffer has a stream for copies and steps; an event keeps the steps in order.
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
    unsigned int *d_state, *d_both, *pinned;
    cudaStream_t stream[2];
    cudaEvent_t step;

    cudaEventCreate(&step);
    cudaMalloc(&d_state, bytes);
    cudaMalloc(&d_both, 2 * bytes);
    cudaMallocHost(&pinned, 2 * bytes);
    for (int s = 0; s < 2; s++)
        cudaStreamCreate(&stream[s]);
    cudaMemcpy(d_state, state, bytes, cudaMemcpyHostToDevice);
    for (int b = 0; b < batches; b++) {
        cudaStream_t mine = stream[b & 1];
        unsigned int *from = pinned + (b & 1) * n, *to = d_both + (b & 1) * n;

        cudaStreamSynchronize(mine);
        memcpy(from, data + (size_t)b * n, bytes);
        cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, mine);
        if (b)
            cudaStreamWaitEvent(mine, step, 0);
        train_step<<<(n + 127) / 128, 128, 0, mine>>>(d_state, to, n, rounds);
        cudaEventRecord(step, mine);
    }
    cudaDeviceSynchronize();
    cudaMemcpy(state, d_state, bytes, cudaMemcpyDeviceToHost);
    for (int s = 0; s < 2; s++)
        cudaStreamDestroy(stream[s]);
    cudaEventDestroy(step);
    cudaFreeHost(pinned);
    cudaFree(d_both);
    cudaFree(d_state);
}
