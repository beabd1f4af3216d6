// Expect: passed
// A second launch adds up the blocks; nothing survives.
#include <climits>
#include <vector>

#include <cuda_runtime.h>

__global__ void parts(int *part, int *top, const int *x, int n)
{
    __shared__ int sum[256], most[256];
    int i = blockIdx.x * 256 + threadIdx.x, t = threadIdx.x;

    sum[t] = i < n ? x[i] : 0;
    most[t] = i < n ? x[i] : INT_MIN;
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (t < half) {
            sum[t] = (int)((unsigned int)sum[t] + (unsigned int)sum[t + half]);
            most[t] = max(most[t], most[t + half]);
        }
    }
    if (t == 0) {
        part[blockIdx.x] = sum[0];
        top[blockIdx.x] = most[0];
    }
}

__global__ void join(int *result, const int *part, const int *top, int blocks)
{
    unsigned int s = 0;
    int m = INT_MIN;

    for (int b = 0; b < blocks; b++) {
        s += (unsigned int)part[b];
        m = max(m, top[b]);
    }
    result[0] = (int)s;
    result[1] = m;
}

void totals(int *sum, int *largest, const int *x, int n, int batches)
{
    int blocks = (n + 255) / 256;
    int *d_x, *d_part, *d_result;
    std::vector<int> result(2 * batches);

    cudaMalloc(&d_x, n * sizeof(int));
    cudaMalloc(&d_part, 2 * blocks * sizeof(int));
    cudaMalloc(&d_result, 2 * batches * sizeof(int));
    for (int b = 0; b < batches; b++) {
        cudaMemcpy(d_x, x + (size_t)b * n, n * sizeof(int), cudaMemcpyHostToDevice);
        parts<<<blocks, 256>>>(d_part, d_part + blocks, d_x, n);
        join<<<1, 1>>>(d_result + 2 * b, d_part, d_part + blocks, blocks);
    }
    cudaMemcpy(result.data(), d_result, 2 * batches * sizeof(int), cudaMemcpyDeviceToHost);
    for (int b = 0; b < batches; b++) {
        sum[b] = result[2 * b];
        largest[b] = result[2 * b + 1];
    }
    cudaFree(d_x);
    cudaFree(d_part);
    cudaFree(d_result);
}
