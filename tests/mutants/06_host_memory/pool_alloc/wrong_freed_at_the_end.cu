// Mistake: the small arrays are freed after all steps, so all of them take memory at once.
// Expect: rule-broken memory
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
    int *d_x, *d_sums[32];

    cudaMalloc(&d_x, n * sizeof(int));
    cudaMemcpy(d_x, x, n * sizeof(int), cudaMemcpyHostToDevice);

    for (int s = 0; s < steps; s++) {
        int group = 2 << s, groups = (n + group - 1) / group;
        int *d_sum;

        cudaMallocAsync(&d_sums[s], groups * sizeof(int), 0);
        d_sum = d_sums[s];
        pairs<<<(groups + 255) / 256, 256>>>(d_sum, d_x, n, group);
        spread<<<(n + 255) / 256, 256>>>(d_x, d_sum, n, group);
    }
    for (int s = 0; s < steps; s++)
        cudaFreeAsync(d_sums[s], 0);

    cudaMemcpy(x, d_x, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_x);
}
