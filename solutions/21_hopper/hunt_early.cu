// Whatever stands before the wait may run while the first kernel is still running: the weights may be loaded there, the squares
// may not. The early begin is kept: a plain launch would be right as well, but the loads of the weights would begin later.
#include <cuda_runtime.h>

#define TRY(call)                            \
    do {                                     \
        if ((error = (call)) != cudaSuccess) \
            goto done;                       \
    } while (0)

__global__ void squares(float *square, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        square[i] = x[i] * x[i];
    asm volatile("griddepcontrol.launch_dependents;");
}

__global__ void weigh(float *y, const float *square, const float *weight, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float w = i < n ? weight[i] : 0;

    asm volatile("griddepcontrol.wait;" ::: "memory");
    if (i < n)
        y[i] = w * square[i];
}

cudaError_t weighted_squares(float *y, const float *x, const float *weight, int n)
{
    float *d_x = nullptr, *d_weight = nullptr, *d_square = nullptr, *d_y = nullptr;
    size_t bytes = n * sizeof(float);
    cudaLaunchAttribute early = {};
    cudaLaunchConfig_t config = {};
    cudaError_t error;

    TRY(cudaMalloc(&d_x, bytes));
    TRY(cudaMalloc(&d_weight, bytes));
    TRY(cudaMalloc(&d_square, bytes));
    TRY(cudaMalloc(&d_y, bytes));
    TRY(cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice));
    TRY(cudaMemcpy(d_weight, weight, bytes, cudaMemcpyHostToDevice));

    squares<<<(n + 255) / 256, 256>>>(d_square, d_x, n);
    TRY(cudaGetLastError());

    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    config.gridDim = dim3((n + 255) / 256);
    config.blockDim = dim3(256);
    config.attrs = &early;
    config.numAttrs = 1;
    TRY(cudaLaunchKernelEx(&config, weigh, d_y, (const float *)d_square, (const float *)d_weight, n));

    TRY(cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost));
done:
    cudaFree(d_x);
    cudaFree(d_weight);
    cudaFree(d_square);
    cudaFree(d_y);
    return error;
}
