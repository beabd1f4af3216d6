// Memory of our own, and `thrust::device` says where it is.
// Expect: passed
#include <cuda_runtime.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>

int group_sums(int *out_key, float *out_sum, const int *key, const float *value, int n)
{
    int *d_key, *d_out_key;
    float *d_value, *d_out_sum;

    cudaMalloc(&d_key, n * sizeof(int));
    cudaMalloc(&d_out_key, n * sizeof(int));
    cudaMalloc(&d_value, n * sizeof(float));
    cudaMalloc(&d_out_sum, n * sizeof(float));
    cudaMemcpy(d_key, key, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_value, value, n * sizeof(float), cudaMemcpyHostToDevice);
    thrust::stable_sort_by_key(thrust::device, d_key, d_key + n, d_value);
    auto ends = thrust::reduce_by_key(thrust::device, d_key, d_key + n, d_value, d_out_key, d_out_sum);
    int groups = (int)(ends.first - d_out_key);
    cudaMemcpy(out_key, d_out_key, groups * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(out_sum, d_out_sum, groups * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_key);
    cudaFree(d_out_key);
    cudaFree(d_value);
    cudaFree(d_out_sum);
    return groups;
}
