// Expect: passed
// One event and one buffer, large enough for the longest batch, for all rounds.
#include <cuda_runtime.h>

__global__ void sum_up(float *sum, const float *x, int n)
{
    float s = 0;

    for (int i = 0; i < n; i++)
        s += x[i];
    *sum = s;
}

int hunt_leak(float *sums, const float *x, const int *length, int batches)
{
    float *d_x = nullptr, *d_sum;
    cudaEvent_t ready;
    int longest = 1, done = 0;

    for (int b = 0; b < batches; b++)
        longest = length[b] > longest ? length[b] : longest;
    cudaEventCreate(&ready);
    cudaMalloc(&d_x, longest * sizeof(float));

    cudaMalloc(&d_sum, sizeof(float));
    for (int b = 0; b < batches; b++) {
        int n = length[b];

        if (n == 0) {
            sums[b] = 0;
            continue;
        }
        cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
        sum_up<<<1, 1>>>(d_sum, d_x, n);
        cudaEventRecord(ready);
        cudaEventSynchronize(ready);
        cudaMemcpy(&sums[b], d_sum, sizeof(float), cudaMemcpyDeviceToHost);
        x += n;
        done++;
    }
    cudaEventDestroy(ready);
    cudaFree(d_x);
    cudaFree(d_sum);
    return done;
}
