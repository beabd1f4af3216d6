// One level deeper: CUB asks for its temporary memory, and takes what it is given.
// Expect: passed
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cuda_runtime.h>

struct Plus {
    __host__ __device__ float operator()(float a, float b) const { return a + b; }
};

int group_sums(int *out_key, float *out_sum, const int *key, const float *value, int n)
{
    int *d_key, *d_sorted, *d_groups, groups;
    float *d_value, *d_moved;
    void *temporary = nullptr;
    size_t for_sort = 0, for_reduce = 0;

    cudaMalloc(&d_key, n * sizeof(int));
    cudaMalloc(&d_sorted, n * sizeof(int));
    cudaMalloc(&d_value, n * sizeof(float));
    cudaMalloc(&d_moved, n * sizeof(float));
    cudaMalloc(&d_groups, sizeof(int));
    cudaMemcpy(d_key, key, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_value, value, n * sizeof(float), cudaMemcpyHostToDevice);

    cub::DeviceRadixSort::SortPairs(nullptr, for_sort, d_key, d_sorted, d_value, d_moved, n);
    cub::DeviceReduce::ReduceByKey(nullptr, for_reduce, d_sorted, d_key, d_moved, d_value, d_groups, Plus(), n);
    cudaMalloc(&temporary, for_sort > for_reduce ? for_sort : for_reduce);
    cub::DeviceRadixSort::SortPairs(temporary, for_sort, d_key, d_sorted, d_value, d_moved, n);
    cub::DeviceReduce::ReduceByKey(temporary, for_reduce, d_sorted, d_key, d_moved, d_value, d_groups, Plus(), n);

    cudaMemcpy(&groups, d_groups, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(out_key, d_key, groups * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(out_sum, d_value, groups * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(temporary);
    cudaFree(d_key);
    cudaFree(d_sorted);
    cudaFree(d_value);
    cudaFree(d_moved);
    cudaFree(d_groups);
    return groups;
}
