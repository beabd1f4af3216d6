// Expect: passed
// A function for a job, streams that do not wait for the default stream, memory in the stream's order, one wait for all.
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

static void job(const unsigned int *in, unsigned int *out, int n, int rounds, cudaStream_t s)
{
    size_t bytes = n * sizeof(*in);
    unsigned int *d;

    cudaMallocAsync(&d, bytes, s);
    cudaMemcpyAsync(d, in, bytes, cudaMemcpyHostToDevice, s);
    stir<<<(n + 255) / 256, 256, 0, s>>>(d, n, rounds);
    cudaMemcpyAsync(out, d, bytes, cudaMemcpyDeviceToHost, s);
    cudaFreeAsync(d, s);
}

void two_jobs(const unsigned int *a, unsigned int *a_out, const unsigned int *b, unsigned int *b_out, int n, int rounds)
{
    size_t bytes = n * sizeof(*a);
    cudaStream_t s[2];

    cudaHostRegister((void *)a, bytes, cudaHostRegisterDefault);
    cudaHostRegister((void *)b, bytes, cudaHostRegisterDefault);
    cudaHostRegister(a_out, bytes, cudaHostRegisterDefault);
    cudaHostRegister(b_out, bytes, cudaHostRegisterDefault);
    cudaStreamCreateWithFlags(&s[0], cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&s[1], cudaStreamNonBlocking);

    job(a, a_out, n, rounds, s[0]);
    job(b, b_out, n, rounds, s[1]);
    cudaDeviceSynchronize();
    cudaStreamDestroy(s[0]);
    cudaStreamDestroy(s[1]);
    cudaHostUnregister((void *)a);
    cudaHostUnregister((void *)b);
    cudaHostUnregister(a_out);
    cudaHostUnregister(b_out);
}
