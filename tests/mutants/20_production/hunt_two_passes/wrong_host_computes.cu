// Mistake: the host adds, and a kernel runs for show.
// Expect: rule-broken needs_kernels
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
    int tiles = (n + TILE - 1) / TILE;
    std::vector<float> sums(tiles);
    float *d_x = nullptr, *d_sums = nullptr;
    cudaError_t error;

    TRY(cudaMalloc(&d_x, n * sizeof(float)));
    TRY(cudaMalloc(&d_sums, tiles * sizeof(float)));
    TRY(cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice));
    tile_sums<<<1, TILE>>>(d_sums, d_x, n); // <-- here
    TRY(cudaGetLastError());
    TRY(cudaMemcpy(sums.data(), d_sums, 1 * sizeof(float), cudaMemcpyDeviceToHost));

    *sum = 0;
    for (int i = 0; i < n; i++)
        *sum += x[i];
done:
    cudaFree(d_x);
    cudaFree(d_sums);
    return error;
}
