// Expect: passed
// Without classes and exceptions: one way out, and two lists of what there is to free.
#include <cuda_runtime.h>
#include <vector>

__global__ void scale(float *x, float factor, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        x[i] *= factor;
}

// What a loop has created so far, in two arrays; freed at one place.
cudaError_t scale_parts(float *x, const int *size, const float *factor, int parts)
{
    std::vector<cudaStream_t> streams;
    std::vector<float *> pieces;
    size_t all = 0;

    for (int k = 0; k < parts; k++)
        all += size[k] * sizeof(float);

    float *begin = x;
    cudaError_t error = cudaHostRegister(begin, all, cudaHostRegisterDefault);

    if (error != cudaSuccess)
        return error;
    for (int k = 0; k < parts && error == cudaSuccess; k++) {
        size_t bytes = size[k] * sizeof(float);
        cudaStream_t s;
        float *d;

        if ((error = cudaStreamCreate(&s)) != cudaSuccess)
            break;
        streams.push_back(s);
        if ((error = cudaMalloc(&d, bytes)) != cudaSuccess)
            break;
        pieces.push_back(d);
        if ((error = cudaMemcpyAsync(d, x, bytes, cudaMemcpyHostToDevice, s)) != cudaSuccess)
            break;
        scale<<<(size[k] + 255) / 256, 256, 0, s>>>(d, factor[k], size[k]);
        if ((error = cudaGetLastError()) != cudaSuccess)
            break;
        error = cudaMemcpyAsync(x, d, bytes, cudaMemcpyDeviceToHost, s);
        x += size[k];
    }
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize();
    for (float *d : pieces)
        cudaFree(d);
    for (cudaStream_t s : streams)
        cudaStreamDestroy(s);
    cudaHostUnregister(begin);
    return error;
}
