// Mistake: all batches have a place on the device.
// Expect: rule-broken memory
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
    unsigned int *d_state, *d_data, *pinned;

    cudaMalloc(&d_state, bytes);
    cudaMalloc(&d_data, bytes * batches); // <-- here
    cudaMallocHost(&pinned, bytes * batches);
    memcpy(pinned, data, bytes * batches);
    cudaMemcpy(d_state, state, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_data, pinned, bytes * batches, cudaMemcpyHostToDevice);
    for (int b = 0; b < batches; b++)
        train_step<<<(n + 255) / 256, 256>>>(d_state, d_data + (size_t)b * n, n, rounds);
    cudaMemcpy(state, d_state, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_state);
    cudaFree(d_data);
    cudaFreeHost(pinned);
}
