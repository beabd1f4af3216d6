// Mistake: a static flag remembers that x is on the device, where it is not after the first call.
// Expect: wrong-answer
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
    static bool copied;
    int *d_from, *d_to;

    cudaMalloc(&d_from, bytes);
    cudaMalloc(&d_to, bytes);
    if (!copied)
        cudaMemcpy(d_from, x, bytes, cudaMemcpyHostToDevice);
    copied = true;

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
