// Mistake: one pair of events for all three parts, asked only at the end: an event keeps the last time it was recorded.
// Expect: wrong-answer
#include <cuda_runtime.h>

__global__ void stir(unsigned int *y, const unsigned int *x, int n, int m, int rounds)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;

    if (j < m) {
        unsigned int h = x[j % n];

        for (int k = 1; k <= rounds; k++)
            h = (h ^ (h >> 15)) * 739997u + k;
        y[j] = h;
    }
}

int slowest(const unsigned int *x, unsigned int *y, int n, int m, int rounds)
{
    unsigned int *d_x, *d_y;
    cudaEvent_t begin, end;
    float ms[3];
    int longest = 0;

    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaMalloc(&d_x, n * sizeof(*d_x));
    cudaMalloc(&d_y, m * sizeof(*d_y));

    cudaEventRecord(begin);
    cudaMemcpy(d_x, x, n * sizeof(*d_x), cudaMemcpyHostToDevice);
    cudaEventRecord(end);
    cudaEventRecord(begin);
    stir<<<(m + 255) / 256, 256>>>(d_y, d_x, n, m, rounds);
    cudaEventRecord(end);
    cudaEventRecord(begin);
    cudaMemcpy(y, d_y, m * sizeof(*d_y), cudaMemcpyDeviceToHost);
    cudaEventRecord(end);

    cudaEventSynchronize(end);
    for (int k = 0; k < 3; k++) {
        cudaEventElapsedTime(&ms[k], begin, end);
        if (ms[k] > ms[longest])
            longest = k;
    }

    cudaFree(d_x);
    cudaFree(d_y);
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    return longest;
}
