// An event hands the result of one stream to another, without the host.
//
// It is recorded in b's stream after b's kernel: it means "b is stirred". The other stream then
// waits for it. What follows in that stream comes after both: after its own work because a stream
// keeps its order, and after b's because of the event. The host has put everything into the streams
// long before the first copy is done, and waits once. When it has waited for s[0], nothing is left
// in s[1] either: mix came after all of it. The event notes no time, so recording it costs as
// little as possible.

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

__global__ void mix(unsigned int *a, const unsigned int *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        a[i] = 31 * a[i] + b[i];
}

void join(const unsigned int *a, const unsigned int *b, unsigned int *y, int n, int rounds)
{
    size_t bytes = n * sizeof(*a);
    int blocks = (n + 255) / 256;
    unsigned int *d_a, *d_b;
    cudaStream_t s[2];
    cudaEvent_t stirred;

    cudaHostRegister((void *)a, bytes, cudaHostRegisterDefault);
    cudaHostRegister((void *)b, bytes, cudaHostRegisterDefault);
    cudaHostRegister(y, bytes, cudaHostRegisterDefault);
    cudaMalloc(&d_a, bytes);
    cudaMalloc(&d_b, bytes);
    cudaStreamCreate(&s[0]);
    cudaStreamCreate(&s[1]);
    cudaEventCreateWithFlags(&stirred, cudaEventDisableTiming);

    cudaMemcpyAsync(d_a, a, bytes, cudaMemcpyHostToDevice, s[0]);
    stir<<<blocks, 256, 0, s[0]>>>(d_a, n, rounds);
    cudaMemcpyAsync(d_b, b, bytes, cudaMemcpyHostToDevice, s[1]);
    stir<<<blocks, 256, 0, s[1]>>>(d_b, n, rounds);
    cudaEventRecord(stirred, s[1]);

    cudaStreamWaitEvent(s[0], stirred, 0);
    mix<<<blocks, 256, 0, s[0]>>>(d_a, d_b, n);
    cudaMemcpyAsync(y, d_a, bytes, cudaMemcpyDeviceToHost, s[0]);
    cudaStreamSynchronize(s[0]);

    cudaEventDestroy(stirred);
    cudaStreamDestroy(s[0]);
    cudaStreamDestroy(s[1]);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaHostUnregister((void *)a);
    cudaHostUnregister((void *)b);
    cudaHostUnregister(y);
}
