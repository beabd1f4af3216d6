// Mistake: right, but the array goes to the device and back in every step.
// Expect: rule-broken operations
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

    for (int s = 0; s < steps; s++) {
        cudaMemcpy(d_from, x, bytes, cudaMemcpyHostToDevice);
        smooth<<<(n + 255) / 256, 256>>>(d_to, d_from, n);
        cudaMemcpy(x, d_to, bytes, cudaMemcpyDeviceToHost); // <-- here
    }

    cudaFree(d_from);
    cudaFree(d_to);
}
