// sort_whole: sorts keys, and moves their values along.
//
//   key    n whole numbers, which may be negative
//   value  n numbers that belong to them

#include <cuda_runtime.h>

__device__ int digit_of(unsigned int key, int shift)
{
    return key >> shift & 15;
}

// counts[digit * blocks + block]: how many keys of the block have the digit.
__global__ void count_digits(int *counts, const unsigned int *key, int shift, int n)
{
    __shared__ int many[16];
    int i = blockIdx.x * 256 + threadIdx.x;

    if (threadIdx.x < 16)
        many[threadIdx.x] = 0;
    __syncthreads();
    if (i < n)
        atomicAdd(&many[digit_of(key[i], shift)], 1);
    __syncthreads();
    if (threadIdx.x < 16)
        counts[threadIdx.x * gridDim.x + blockIdx.x] = many[threadIdx.x];
}

// One block of 256 threads: each number becomes the sum of those before it.
__global__ void scan(int *counts, int m)
{
    __shared__ int sums[256];
    int t = threadIdx.x, each = (m + 255) / 256, sum = 0;

    for (int k = t * each; k < min(m, (t + 1) * each); k++)
        sum += counts[k];
    sums[t] = sum;
    for (int d = 1; d < 256; d *= 2) {
        __syncthreads();
        int left = t >= d ? sums[t - d] : 0;
        __syncthreads();
        sums[t] += left;
    }
    sum = sums[t] - sum;
    for (int k = t * each; k < min(m, (t + 1) * each); k++) {
        int count = counts[k];
        counts[k] = sum;
        sum += count;
    }
}

// Moves keys and values to where their digits begin; equal digits stay in their order.
__global__ void scatter(unsigned int *out_key, int *out_value, const unsigned int *key, const int *value, const int *begin, int shift, int n)
{
    __shared__ int digits[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t, rank = 0;

    digits[t] = i < n ? digit_of(key[i], shift) : 16;
    __syncthreads();
    if (i < n) {
        for (int k = 0; k < t; k++)
            rank += digits[k] == digits[t];
        int place = begin[digits[t] * gridDim.x + blockIdx.x] + rank;
        out_key[place] = key[i];
        out_value[place] = value[i];
    }
}

void sort_whole(int *key, int *value, int n)
{
    int blocks = (n + 255) / 256;
    size_t bytes = n * sizeof(int);
    unsigned int *d_key, *d_out_key;
    int *d_value, *d_out_value, *d_counts;

    cudaMalloc(&d_key, bytes);
    cudaMalloc(&d_value, bytes);
    cudaMalloc(&d_out_key, bytes);
    cudaMalloc(&d_out_value, bytes);
    cudaMalloc(&d_counts, 16 * blocks * sizeof(int));
    cudaMemcpy(d_key, key, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_value, value, bytes, cudaMemcpyHostToDevice);

    // YOUR CODE HERE: this is one pass, for the lowest digit
    count_digits<<<blocks, 256>>>(d_counts, d_key, 0, n);
    scan<<<1, 256>>>(d_counts, 16 * blocks);
    scatter<<<blocks, 256>>>(d_out_key, d_out_value, d_key, d_value, d_counts, 0, n);

    cudaMemcpy(key, d_out_key, bytes, cudaMemcpyDeviceToHost);
    cudaMemcpy(value, d_out_value, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_key);
    cudaFree(d_value);
    cudaFree(d_out_key);
    cudaFree(d_out_value);
    cudaFree(d_counts);
}
