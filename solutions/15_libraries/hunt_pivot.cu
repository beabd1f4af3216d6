// cublasIsamax comes from Fortran, where arrays begin at 1. Used as an index of C it is one too large: the
// rows were divided by the neighbour of their largest element, and the last row by what lies beyond the array.
//
// A new handle works in the default stream. The kernel ran in a stream that was created with
// cudaStreamNonBlocking, so nothing made the library wait for it: sometimes it looked at elements that were
// not yet subtracted. cublasSetStream puts both into one order.
//
// The third mistake hides behind the second. Once the library works in that stream, the last copy, which is in
// the default stream, does not wait for it either. (In the loop no wait is missing: cublasIsamax gives its
// result to the host, so it returns when it is done, and with it all earlier work of its stream.)
//
// The first copy is in that stream, and has to be: from memory that is not pinned, cudaMemcpy returns when it has
// read the data. They may arrive later, and a kernel in a stream of this kind does not wait for them.
//
// That wait for each row is also what makes this program slow. With CUBLAS_POINTER_MODE_DEVICE the position stays
// on the device, and a kernel can take it from there; or one kernel does it all, with a block for each row.

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
        where[r] = place - 1;
        cudaMemcpy(&pivot, d_row + place - 1, sizeof(float), cudaMemcpyDeviceToHost);
        pivot = 1 / pivot;
        cublasSscal(handle, columns, &pivot, d_row, 1);
    }

    cudaStreamSynchronize(stream);
    cudaMemcpy(x, d_x, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cublasDestroy(handle);
    cudaStreamDestroy(stream);
}
