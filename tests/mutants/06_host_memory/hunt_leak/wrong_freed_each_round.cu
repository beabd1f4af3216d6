// Mistake: the buffer is freed in each round, but the capacity is kept: the next round uses freed memory.
// Expect: memory-error use-after-free
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
    int capacity = 0, done = 0;

    cudaMalloc(&d_sum, sizeof(float));
    for (int b = 0; b < batches; b++) {
        int n = length[b];
        cudaEvent_t ready;

        if (n == 0) {
            sums[b] = 0;
            continue;
        }
        cudaEventCreate(&ready);
        if (n > capacity) {
            cudaMalloc(&d_x, n * sizeof(float));
            capacity = n;
        }
        cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice); // <-- here
        sum_up<<<1, 1>>>(d_sum, d_x, n);
        cudaEventRecord(ready);
        cudaEventSynchronize(ready);
        cudaMemcpy(&sums[b], d_sum, sizeof(float), cudaMemcpyDeviceToHost);
        cudaEventDestroy(ready);
        cudaFree(d_x);
        x += n;
        done++;
    }
    cudaFree(d_sum);
    return done;
}
