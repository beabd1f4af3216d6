// Copy in, all the steps, copy out: the data stay on the device as long as they are needed there.
//
// Two arrays take turns. What was written in one step is read in the next, so the host swaps its
// two pointers, which costs nothing. A launch takes the pointers' values with it; swapping them
// while the kernel still runs, or has not even begun, is safe.
//
// Nobody waits in the loop. Kernels of one stream run in the order of their launches, each when the one
// before has finished. The host runs ahead and queues them, and while one step runs the next is
// ready. A cudaDeviceSynchronize after each launch would be right, and would leave the device
// idle for some microseconds each time.

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
