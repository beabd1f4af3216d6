// Mistake: the host adds the numbers again, and returns its own sum.
// Expect: rule-broken needs_kernels
#include <cooperative_groups.h>
#include <cuda_runtime.h>

// All 256 threads of a block call it; thread 0 gets the sum of their numbers.
__device__ float sum_of_block(float v)
{
    __shared__ float tile[256];
    int t = threadIdx.x;

    tile[t] = v;
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            tile[t] += tile[t + half];
    }
    __syncthreads();
    return tile[0];
}

__global__ void sum_all(float *sum, float *partial, const float *x, int n)
{
    float v = 0;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        v += x[i];
    v = sum_of_block(v);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = v;

    cooperative_groups::this_grid().sync();
    if (blockIdx.x > 0)
        return;

    v = 0;
    for (int b = threadIdx.x; b < gridDim.x; b += blockDim.x)
        v += partial[b];
    v = sum_of_block(v);
    if (threadIdx.x == 0)
        *sum = v;
}

float grid_sum(const float *x, int n)
{
    int fit, sms, blocks = (n + 255) / 256;
    float *d_x, *d_partial, *d_sum, sum;

    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, sum_all, 256, 0);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    if (blocks > fit * sms)
        blocks = fit * sms;

    cudaMalloc(&d_x, n * sizeof(float));
    cudaMalloc(&d_partial, blocks * sizeof(float));
    cudaMalloc(&d_sum, sizeof(float));
    cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);

    void *args[] = { &d_sum, &d_partial, &d_x, &n };
    cudaLaunchCooperativeKernel((const void *)sum_all, blocks, 256, args, 0, 0); // mistake

    cudaMemcpy(&sum, d_sum, sizeof(float), cudaMemcpyDeviceToHost);
    sum = 0;
    for (int b = 0; b < n; b += 256) {
        float part = 0;

        for (int i = b; i < n && i < b + 256; i++)
            part += x[i];
        sum += part;
    }
    cudaFree(d_x);
    cudaFree(d_partial);
    cudaFree(d_sum);
    return sum;
}
