// Mistake: one block of each launch goes through all the numbers, on one multiprocessor.
// Expect: rule-broken working_blocks
#include <cstring>

#include <cuda_runtime.h>

__global__ void stir(unsigned int *x, int n, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    for (; i < n; i += blockDim.x) {
        unsigned int h = x[i];

        for (int k = 1; k <= rounds; k++)
            h = (h ^ (h >> 15)) * 739997u + k;
        x[i] = h;
    }
}

void relay(const unsigned int *x, unsigned int *y, int n, int batch, int rounds)
{
    unsigned int *in, *out, *d;
    cudaStream_t s;

    cudaMallocHost(&in, batch * sizeof(*in));
    cudaMallocHost(&out, batch * sizeof(*out));
    cudaMalloc(&d, batch * sizeof(*d));
    cudaStreamCreate(&s);

    for (int begin = 0; begin < n; begin += batch) {
        int count = n - begin < batch ? n - begin : batch;
        size_t bytes = count * sizeof(*x);

        memcpy(in, x + begin, bytes);
        cudaMemcpyAsync(d, in, bytes, cudaMemcpyHostToDevice, s);
        stir<<<1, 1024, 0, s>>>(d, count, rounds); // <-- here
        cudaMemcpyAsync(out, d, bytes, cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
        memcpy(y + begin, out, bytes);
    }

    cudaStreamDestroy(s);
    cudaFree(d);
    cudaFreeHost(in);
    cudaFreeHost(out);
}
