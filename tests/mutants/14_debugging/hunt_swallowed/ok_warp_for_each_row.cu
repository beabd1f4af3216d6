// Expect: passed
// A warp adds up a row with shuffles, and errors travel in a variable.
#include <cuda_runtime.h>

__global__ void sum_rows(float *sums, const float *x, int w, int rows)
{
    int r = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    float s = 0;

    if (r >= rows)
        return;
    for (int i = lane; i < w; i += 32)
        s += x[(size_t)r * w + i];
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_down_sync(0xFFFFFFFFu, s, d);
    if (lane == 0)
        sums[r] = s;
}

int table_sums(float *sums, const float *x, const int *width, int tables, int rows)
{
    cudaError_t error = cudaSuccess;

    for (int t = 0; t < tables && error == cudaSuccess; t++) {
        size_t bytes = sizeof(float) * rows * width[t];
        float *d = nullptr;

        error = cudaMalloc(&d, bytes + sizeof(float) * rows);
        if (error != cudaSuccess)
            break;
        error = cudaMemcpy(d + rows, x, bytes, cudaMemcpyHostToDevice);
        if (error == cudaSuccess) {
            sum_rows<<<(rows + 7) / 8, 256>>>(d, d + rows, width[t], rows);
            error = cudaGetLastError();
        }
        if (error == cudaSuccess)
            error = cudaMemcpy(sums, d, sizeof(float) * rows, cudaMemcpyDeviceToHost);
        cudaFree(d);
        x += (size_t)rows * width[t];
        sums += rows;
    }
    return error;
}
