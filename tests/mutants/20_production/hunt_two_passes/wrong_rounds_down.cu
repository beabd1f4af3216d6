// Mistake: one size, but the last part of a tile is lost.
// Expect: wrong-answer
#include <cuda_runtime.h>
#include <vector>

constexpr int TILE = 256; // for host and device

#define TRY(call)                            \
    do {                                     \
        if ((error = (call)) != cudaSuccess) \
            goto done;                       \
    } while (0)

__global__ void tile_sums(float *sums, const float *x, int n)
{
    __shared__ float part[TILE];
    int t = threadIdx.x, i = blockIdx.x * TILE + t;

    part[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int half = TILE / 2; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

cudaError_t total(float *sum, const float *x, int n)
{
    int tiles = n / TILE > 0 ? n / TILE : 1;
    std::vector<float> sums(tiles);
    float *d_x = nullptr, *d_sums = nullptr;
    cudaError_t error;

    TRY(cudaMalloc(&d_x, n * sizeof(float)));
    TRY(cudaMalloc(&d_sums, tiles * sizeof(float)));
    TRY(cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice));
    tile_sums<<<tiles, TILE>>>(d_sums, d_x, n);
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
