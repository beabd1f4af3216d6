// Expect: passed
// Two pointers in an array; the number of the step decides which is which.
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
    int *d[2];

    cudaMalloc(&d[0], bytes);
    cudaMalloc(&d[1], bytes);
    cudaMemcpy(d[0], x, bytes, cudaMemcpyHostToDevice);

    for (int s = 0; s < steps; s++)
        smooth<<<(n + 255) / 256, 256>>>(d[(s + 1) % 2], d[s % 2], n);

    cudaMemcpy(x, d[steps % 2], bytes, cudaMemcpyDeviceToHost);
    cudaFree(d[0]);
    cudaFree(d[1]);
}
