// Large blocks if there is work for all multiprocessors, smaller ones if there is not.
//
// From 33 792 elements on (132 * 256) every multiprocessor gets a block of 256. Eight
// of these fill its 2048 places. For fewer elements, the code halves the block until there
// are 132 blocks, or until a block is one warp: smaller blocks would only leave lanes empty.
//
// How much does it matter? For large n hardly at all between 64 and 512, which is why
// people write 256 and leave it at that. For small n it is the difference between ten
// multiprocessors and all of them. If you do not know the number of SMs,
// cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0) returns it.

#include <cuda_runtime.h>

__global__ void add(float *sum, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        sum[i] = a[i] + b[i];
}

void add_up(float *sum, const float *a, const float *b, int n)
{
    size_t bytes = n * sizeof(float);
    float *d_sum, *d_a, *d_b;

    cudaMalloc(&d_sum, bytes);
    cudaMalloc(&d_a, bytes);
    cudaMalloc(&d_b, bytes);
    cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice);

    const int sms = 132;
    int block = 256;

    while (block > 32 && (n + block - 1) / block < sms)
        block /= 2;
    add<<<(n + block - 1) / block, block>>>(d_sum, d_a, d_b, n);

    cudaMemcpy(sum, d_sum, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_sum);
    cudaFree(d_a);
    cudaFree(d_b);
}
