// loader_overlap: training steps, while the next batch is on its way.
//
//   state    n numbers: all steps change them
//   data     `batches` batches of n numbers each, in pageable memory
//   rounds   how long a step computes

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
    unsigned int *d_state, *d_batch;

    cudaMalloc(&d_state, bytes);
    cudaMalloc(&d_batch, bytes);
    cudaMemcpy(d_state, state, bytes, cudaMemcpyHostToDevice);

    // YOUR CODE HERE: overlap the copies with the steps.
    for (int b = 0; b < batches; b++) {
        cudaMemcpy(d_batch, data + (size_t)b * n, bytes, cudaMemcpyHostToDevice);
        train_step<<<(n + 255) / 256, 256>>>(d_state, d_batch, n, rounds);
    }

    cudaMemcpy(state, d_state, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_state);
    cudaFree(d_batch);
}
