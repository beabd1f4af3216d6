// Allocating and freeing are now part of the stream's work. When cudaFreeAsync returns, spread may not even have
// begun. The pool knows that the memory is free *for what comes later in this stream*, and gives it to
// the next cudaMallocAsync at once, without asking the system.
//
// So the host runs ahead and fills the queue, and the device never waits for it. With cudaMalloc each
// step costs the time of the call, some 10 to 100 microseconds, and cudaFree drains the queue.
//
// The price is a new rule. The memory exists in the order of *that stream* only. Another stream has to wait for
// an event before it uses the memory, and the stream that frees it must wait for all that use it.
//
// By default the pool returns its memory to the system whenever you synchronise. A program that calls
// in a loop raises that limit: cudaMemPoolSetAttribute with cudaMemPoolAttrReleaseThreshold.

#include <cuda_runtime.h>

__global__ void pairs(int *sum, const int *x, int n, int group)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x;

    if ((long long)g * group >= n)
        return;

    int total = 0;

    for (int i = g * group; i < n && i < (g + 1) * group; i++)
        total += x[i];
    sum[g] = total;
}

__global__ void spread(int *x, const int *sum, int n, int group)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        x[i] -= sum[i / group];
}

void halve_all(int *x, int n, int steps)
{
    int *d_x;

    cudaMalloc(&d_x, n * sizeof(int));
    cudaMemcpy(d_x, x, n * sizeof(int), cudaMemcpyHostToDevice);

    for (int s = 0; s < steps; s++) {
        int group = 2 << s, groups = (n + group - 1) / group;
        int *d_sum;

        cudaMallocAsync(&d_sum, groups * sizeof(int), 0);
        pairs<<<(groups + 255) / 256, 256>>>(d_sum, d_x, n, group);
        spread<<<(n + 255) / 256, 256>>>(d_x, d_sum, n, group);
        cudaFreeAsync(d_sum, 0);
    }

    cudaMemcpy(x, d_x, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_x);
}
