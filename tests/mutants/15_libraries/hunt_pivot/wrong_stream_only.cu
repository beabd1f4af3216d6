// Mistake: the right streams, and places that are one too large.
// Expect: memory-error copy-bounds
#include <cublas_v2.h>
#include <cuda_runtime.h>

__global__ void subtract(float *x, float offset, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        x[i] -= offset;
}

void normalise(float *x, int *where, float offset, int rows, int columns)
{
    int n = rows * columns;
    float *d_x;
    cublasHandle_t handle;
    cudaStream_t stream;

    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cublasCreate(&handle);
    cublasSetStream(handle, stream);
    cudaMalloc(&d_x, n * sizeof(float));
    cudaMemcpyAsync(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice, stream);
    subtract<<<(n + 255) / 256, 256, 0, stream>>>(d_x, offset, n);

    for (int r = 0; r < rows; r++) {
        float *d_row = d_x + r * columns, pivot;
        int place;

        cublasIsamax(handle, columns, d_row, 1, &place);
        where[r] = place;
        cudaMemcpy(&pivot, d_row + place, sizeof(float), cudaMemcpyDeviceToHost); // <-- here
        pivot = 1 / pivot;
        cublasSscal(handle, columns, &pivot, d_row, 1);
    }

    cudaStreamSynchronize(stream);
    cudaMemcpy(x, d_x, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cublasDestroy(handle);
    cudaStreamDestroy(stream);
}
