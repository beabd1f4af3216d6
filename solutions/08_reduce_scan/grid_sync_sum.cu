// The barrier is where the end of the first launch was. After it all partial sums are there for block
// 0, and the other blocks have nothing left to do, so they may return.
//
// All blocks have to be on the device at once. Those that run would otherwise wait forever for those that
// cannot begin. So the host asks how many fit, and the grid-stride loop does the rest. A cooperative
// launch with more blocks fails at once, with an error.
//
// So there are three ways to one sum: two launches (a few microseconds more), the last block by a counter
// (sum_any_n: any number of blocks, but fences and an atomic), and this one, the easiest to read. It pays
// off where a kernel needs the barrier again and again, in each step of an iteration.

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
    cudaLaunchCooperativeKernel((const void *)sum_all, blocks, 256, args, 0, 0);

    cudaMemcpy(&sum, d_sum, sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_partial);
    cudaFree(d_sum);
    return sum;
}
