// Expect: passed
// The host asks the device, and the kernel takes the size from its launch.
#include <cuda_runtime.h>
#include <vector>


#define TRY(call)                            \
    do {                                     \
        if ((error = (call)) != cudaSuccess) \
            goto done;                       \
    } while (0)

__global__ void tile_sums(float *sums, const float *x, int n)
{
    extern __shared__ float part[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;

    part[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

cudaError_t total(float *sum, const float *x, int n)
{
    std::vector<float> sums;
    int major, tile, tiles;
    float *d_x = nullptr, *d_sums = nullptr;
    cudaError_t error;

    TRY(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
    tile = major >= 7 ? 256 : 128;
    tiles = (n + tile - 1) / tile;
    sums.resize(tiles);

    TRY(cudaMalloc(&d_x, n * sizeof(float)));
    TRY(cudaMalloc(&d_sums, tiles * sizeof(float)));
    TRY(cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice));
    tile_sums<<<tiles, tile, tile * sizeof(float)>>>(d_sums, d_x, n);
    TRY(cudaGetLastError());
    TRY(cudaMemcpy(sums.data(), d_sums, tiles * sizeof(float), cudaMemcpyDeviceToHost));

    *sum = 0;
    for (float s : sums)
        *sum += s;
done:
    cudaFree(d_x);
    cudaFree(d_sums);
    return error;
}
