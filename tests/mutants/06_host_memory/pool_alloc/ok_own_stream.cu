// A stream of its own, which waits for the copies of stream 0 and they for it.
// Expect: passed
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
    cudaStream_t stream;
    int *d_x;

    cudaStreamCreate(&stream);
    cudaMalloc((void **)&d_x, n * sizeof(int));
    cudaMemcpy(d_x, x, n * sizeof(int), cudaMemcpyHostToDevice);
    for (int group = 2, s = 0; s < steps; s++, group *= 2) {
        int *d_sum, groups = (n - 1) / group + 1;

        cudaMallocAsync(&d_sum, sizeof(int) * groups, stream);
        pairs<<<(groups + 127) / 128, 128, 0, stream>>>(d_sum, d_x, n, group);
        spread<<<(n + 127) / 128, 128, 0, stream>>>(d_x, d_sum, n, group);
        cudaFreeAsync(d_sum, stream);
    }
    cudaStreamSynchronize(stream);
    cudaMemcpy(x, d_x, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaStreamDestroy(stream);
}
