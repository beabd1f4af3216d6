// Mistake: the host computes all steps itself; what the kernels computed counts nothing.
// Expect: rule-broken needs_kernels
#include <cuda_runtime.h>
#include <utility>
#include <vector>

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
    std::vector<int> old(x, x + n), now(n);
    int *d_from, *d_to;

    cudaMalloc(&d_from, bytes);
    cudaMalloc(&d_to, bytes);
    cudaMemcpy(d_from, x, bytes, cudaMemcpyHostToDevice);
    for (int s = 0; s < steps; s++) {
        smooth<<<(n + 255) / 256, 256>>>(d_to, d_from, n);
        std::swap(d_from, d_to);
        for (int i = 0; i < n; i++)
            now[i] = (old[i > 0 ? i - 1 : i] + 2 * old[i] + old[i < n - 1 ? i + 1 : i]) / 4;
        old.swap(now);
    }
    cudaMemcpy(x, d_from, bytes, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        x[i] = old[i];
    cudaFree(d_from);
    cudaFree(d_to);
}
