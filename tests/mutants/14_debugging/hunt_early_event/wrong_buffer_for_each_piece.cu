// Mistake: memory for every piece: nothing is used twice, and the device is soon full.
// Expect: rule-broken memory
#include <cuda_runtime.h>

__global__ void stir(unsigned int *x, int n, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        unsigned int h = x[i];

        for (int k = 1; k <= rounds; k++)
            h = (h ^ (h >> 15)) * 739997u + k;
        x[i] = h;
    }
}

void relay(const unsigned int *x, unsigned int *y, int n, int piece, int rounds)
{
    cudaStream_t up, work;
    cudaEvent_t loaded;
    unsigned int *d;

    cudaHostRegister((void *)x, n * sizeof(*x), cudaHostRegisterDefault);
    cudaHostRegister(y, n * sizeof(*y), cudaHostRegisterDefault);
    cudaStreamCreate(&up);
    cudaStreamCreate(&work);
    cudaEventCreate(&loaded);
    cudaMalloc(&d, n * sizeof(*x)); // <-- here
    for (int begin = 0; begin < n; begin += piece) {
        int count = n - begin < piece ? n - begin : piece;
        size_t bytes = count * sizeof(*x);

        cudaMemcpyAsync(d + begin, x + begin, bytes, cudaMemcpyHostToDevice, up);
        cudaEventRecord(loaded, up);
        cudaStreamWaitEvent(work, loaded, 0);
        stir<<<(count + 255) / 256, 256, 0, work>>>(d + begin, count, rounds);
        cudaMemcpyAsync(y + begin, d + begin, bytes, cudaMemcpyDeviceToHost, work);
    }
    cudaStreamSynchronize(work);
    cudaFree(d);
    cudaEventDestroy(loaded);
    cudaStreamDestroy(up);
    cudaStreamDestroy(work);
    cudaHostUnregister((void *)x);
    cudaHostUnregister(y);
}
