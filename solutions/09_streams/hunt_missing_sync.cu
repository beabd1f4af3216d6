// One wait, after the copy back and before the host reads its result.
//
// The three calls of a batch return at once; perhaps none of that work has been done when the host
// reaches the memcpy from `out`. That is the mistake you see. It hides another one: in the next
// round the host fills `in`, while the last round may not yet have copied from it. Waiting for the
// whole stream here fixes both, since the copy from `in` is earlier in the same stream.
// The wait after the loop, which was there from the beginning, comes too late for every batch.

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

    cudaMallocHost(&in, batch * sizeof(*in));
    cudaMallocHost(&out, batch * sizeof(*out));
    cudaMalloc(&d, batch * sizeof(*d));
    cudaStreamCreate(&s);

    for (int begin = 0; begin < n; begin += batch) {
        int count = n - begin < batch ? n - begin : batch;
        size_t bytes = count * sizeof(*x);

        memcpy(in, x + begin, bytes);
        cudaMemcpyAsync(d, in, bytes, cudaMemcpyHostToDevice, s);
        stir<<<(count + 255) / 256, 256, 0, s>>>(d, count, rounds);
        cudaMemcpyAsync(out, d, bytes, cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
        memcpy(y + begin, out, bytes);
    }

    cudaStreamDestroy(s);
    cudaFree(d);
    cudaFreeHost(in);
    cudaFreeHost(out);
}
