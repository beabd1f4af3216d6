// Copy in, run all steps, copy out: the data stays on the device as long as it is needed there.
//
// Two arrays take turns. Each step reads what the step before it wrote, so the host swaps its two
// pointers, which costs nothing. A launch passes the pointers' values to the kernel; you may swap
// them while the kernel still runs, or before it has even begun.
//
// The host does not wait in the loop. Kernels of one stream run in the order of their launches,
// each when the one before it has finished. The host runs ahead and queues them, so the next step
// is ready when one ends. With a cudaDeviceSynchronize after each launch the result would be right,
// too, but the device would be idle for some microseconds each time.

#include <cuda_runtime.h>

__global__ void smooth(int *to, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;

    int left = from[i > 0 ? i - 1 : i], right = from[i < n - 1 ? i + 1 : i];

    to[i] = (left + 2 * from[i] + right) / 4;
}

void smooth_steps(int *x, int n, int steps)
{
    size_t bytes = n * sizeof(int);
    int *d_from, *d_to;

    cudaMalloc(&d_from, bytes);
    cudaMalloc(&d_to, bytes);
    cudaMemcpy(d_from, x, bytes, cudaMemcpyHostToDevice);

    for (int s = 0; s < steps; s++) {
        smooth<<<(n + 255) / 256, 256>>>(d_to, d_from, n);

        int *t = d_from;
        d_from = d_to;
        d_to = t;
    }

    cudaMemcpy(x, d_from, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_from);
    cudaFree(d_to);
}
