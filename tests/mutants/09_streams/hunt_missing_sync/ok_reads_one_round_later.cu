// Expect: passed
// The host fills the next batch's buffer while the device works: an event after the copy in says when it may.
#include <cstring>

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

void relay(const unsigned int *x, unsigned int *y, int n, int batch, int rounds)
{
    unsigned int *in, *out, *d;
    cudaStream_t s;
    cudaEvent_t read;

    cudaMallocHost(&in, batch * sizeof(*in));
    cudaMallocHost(&out, batch * sizeof(*out));
    cudaMalloc(&d, batch * sizeof(*d));
    cudaStreamCreate(&s);
    cudaEventCreate(&read);
    memcpy(in, x, (n < batch ? n : batch) * sizeof(*x));

    for (int begin = 0; begin < n; begin += batch) {
        int count = n - begin < batch ? n - begin : batch;
        size_t bytes = count * sizeof(*x);

        cudaMemcpyAsync(d, in, bytes, cudaMemcpyHostToDevice, s);
        cudaEventRecord(read, s);
        stir<<<(count + 255) / 256, 256, 0, s>>>(d, count, rounds);
        cudaMemcpyAsync(out, d, bytes, cudaMemcpyDeviceToHost, s);
        cudaEventSynchronize(read);
        if (begin + batch < n)
            memcpy(in, x + begin + batch, (n - begin - batch < batch ? n - begin - batch : batch) * sizeof(*x));
        cudaStreamSynchronize(s);
        memcpy(y + begin, out, bytes);
    }

    cudaEventDestroy(read);
    cudaStreamDestroy(s);
    cudaFree(d);
    cudaFreeHost(in);
    cudaFreeHost(out);
}
