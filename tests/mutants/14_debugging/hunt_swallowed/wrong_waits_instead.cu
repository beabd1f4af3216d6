// Mistake: waits for the device: a launch that never began is no error of the device.
// Expect: rule-broken checks_errors
#include <cuda_runtime.h>

#define TRY(call)                          \
    do {                                   \
        if ((error = (call)) != cudaSuccess) \
            goto done;                     \
    } while (0)

__global__ void sum_rows(float *sums, const float *x, int w)
{
    extern __shared__ float part[];
    const float *row = x + (size_t)blockIdx.x * w;
    int t = threadIdx.x;
    float s = 0;

    for (int i = t; i < w; i += blockDim.x)
        s += row[i];
    part[t] = s;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

int table_sums(float *sums, const float *x, const int *width, int tables, int rows)
{
    float *d_x = nullptr, *d_sums = nullptr;
    cudaError_t error = cudaSuccess;
    int widest = 1;

    for (int t = 0; t < tables; t++)
        widest = width[t] > widest ? width[t] : widest;
    TRY(cudaMalloc(&d_x, sizeof(float) * rows * widest));
    TRY(cudaMalloc(&d_sums, sizeof(float) * rows));

    for (int t = 0; t < tables; t++) {
        int w = width[t], threads = 32;

        while (threads < w && threads < 1024)
            threads *= 2;
        TRY(cudaMemcpy(d_x, x, sizeof(float) * rows * w, cudaMemcpyHostToDevice));
        sum_rows<<<rows, threads, threads * sizeof(float)>>>(d_sums, d_x, w); // <-- here
        TRY(cudaDeviceSynchronize());
        TRY(cudaMemcpy(sums, d_sums, sizeof(float) * rows, cudaMemcpyDeviceToHost));
        x += (size_t)rows * w;
        sums += rows;
    }

done:
    cudaFree(d_x);
    cudaFree(d_sums);
    return error;
}
