// Mistake: a small array that fits is rejected, because it is smaller than a piece should be.
// Expect: wrong-answer
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

    if (n < least)
        return cudaErrorMemoryAllocation;
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
