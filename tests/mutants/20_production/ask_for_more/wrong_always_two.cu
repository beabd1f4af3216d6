// Mistake: always takes the second matrix.
// Expect: rule-broken memory
#include <cuda_runtime.h>

#define TRY(call)                            \
    do {                                     \
        if ((error = (call)) != cudaSuccess) \
            goto done;                       \
    } while (0)

__global__ void permute_shared(float *x, const int *from, int w)
{
    extern __shared__ float row[];
    float *mine = x + (size_t)blockIdx.x * w;

    for (int i = threadIdx.x; i < w; i += blockDim.x)
        row[i] = mine[i];
    __syncthreads(); // the whole row is there before anyone overwrites it
    for (int i = threadIdx.x; i < w; i += blockDim.x)
        mine[i] = row[from[i]];
}

__global__ void permute_global(float *y, const float *x, const int *from, int w)
{
    size_t first = (size_t)blockIdx.x * w;

    for (int i = threadIdx.x; i < w; i += blockDim.x)
        y[first + i] = x[first + from[i]];
}

cudaError_t permute_rows(float *x, const int *from, int rows, int w)
{
    size_t row_bytes = w * sizeof(float), bytes = rows * row_bytes;
    float *d_x = nullptr, *d_y = nullptr, *result;
    int *d_from = nullptr, device, most, threads = w < 1024 ? (w + 31) / 32 * 32 : 1024;
    cudaError_t error;

    TRY(cudaGetDevice(&device));
    TRY(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    TRY(cudaMalloc(&d_x, bytes));
    TRY(cudaMalloc(&d_from, w * sizeof(int)));
    TRY(cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice));
    TRY(cudaMemcpy(d_from, from, w * sizeof(int), cudaMemcpyHostToDevice));

    if (row_bytes <= (size_t)most * 0) {
        TRY(cudaFuncSetAttribute(permute_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, row_bytes));
        permute_shared<<<rows, threads, row_bytes>>>(d_x, d_from, w);
        result = d_x;
    } else {
        TRY(cudaMalloc(&d_y, bytes));
        permute_global<<<rows, threads>>>(d_y, d_x, d_from, w);
        result = d_y;
    }
    TRY(cudaGetLastError());
    TRY(cudaMemcpy(x, result, bytes, cudaMemcpyDeviceToHost));
done:
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFree(d_from);
    return error;
}
