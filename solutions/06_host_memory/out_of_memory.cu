// First find a size that works, then work with it.
//
// cudaErrorMemoryAllocation is the one error that you can cure by trying again with less. All other
// errors end the first loop, and then the second is not entered. An allocation that failed has
// changed nothing, so there is nothing to free; but CUDA remembers its error. Without the
// cudaGetLastError in the first loop the check after the launch would find that old error, and a
// program that has recovered would report that it had not.
//
// You could ask cudaMemGetInfo how much is free. But on a shared machine the answer may be out of
// date a moment later, and the free memory may be split into several small holes: you have to be
// ready for a failure anyway.

#include <cuda_runtime.h>

__global__ void halve(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        x[i] = x[i] / 2;
}

cudaError_t halve_all(float *x, int n, int least)
{
    int piece = n;
    float *d_piece;
    cudaError_t error;

    while ((error = cudaMalloc(&d_piece, piece * sizeof(float))) == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        if (piece / 2 < least)
            return error;
        piece /= 2;
    }

    for (int first = 0; first < n && error == cudaSuccess; first += piece) {
        int count = n - first < piece ? n - first : piece;

        error = cudaMemcpy(d_piece, x + first, count * sizeof(float), cudaMemcpyHostToDevice);
        if (error == cudaSuccess) {
            halve<<<(count + 255) / 256, 256>>>(d_piece, count);
            error = cudaGetLastError();
        }
        if (error == cudaSuccess)
            error = cudaMemcpy(x + first, d_piece, count * sizeof(float), cudaMemcpyDeviceToHost);
    }
    cudaFree(d_piece);
    return error;
}
