// A block has at most 1024 threads, and the runtime reports a failed launch only if asked.
//
// For a row of 1025 numbers the block would have had 2048 threads. Such a launch does not
// start; the kernel never runs, and d_sums keeps the sums of the previous table. The copy back
// succeeds: it has nothing to do with the launch. So a wrong result arrived without any sign.
//
// The error was there, though: the runtime keeps the last one. But the program called
// cudaGetLastError() before the launch and ignored the result, which threw away the error of the
// last round. Call it right after the launch. (cudaDeviceSynchronize() returns the errors of kernels
// that ran, not those of launches that never began.)
//
// With a limit to the threads, each adds up several numbers of its row first. 256 would do as well.

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
        sum_rows<<<rows, threads, threads * sizeof(float)>>>(d_sums, d_x, w);
        TRY(cudaGetLastError());
        TRY(cudaMemcpy(sums, d_sums, sizeof(float) * rows, cudaMemcpyDeviceToHost));
        x += (size_t)rows * w;
        sums += rows;
    }

done:
    cudaFree(d_x);
    cudaFree(d_sums);
    return error;
}
