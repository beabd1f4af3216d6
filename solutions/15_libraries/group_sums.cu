// After the sort equal keys are neighbours, and a reduction by key is a segmented sum: a scan that begins
// again at each new key. Both are kernels of CUB underneath, a radix sort and a scan that looks back, and
// both are as fast as memory allows. Written by hand they would be sort_whole and scan_any_n, plus a day.
//
// What the lines cost that do not look it: each device_vector is a cudaMalloc and, if it gets a size only,
// a kernel that fills it with zeros; sort and reduce_by_key allocate temporary memory and free it again;
// and each of them waits for its kernels. In a loop, keep the vectors, and give Thrust an allocator that
// pools (thrust::cuda::par(allocator), or par_nosync to save the waiting).
//
// With few different keys a hash table (hash_count) saves the sort: it reads the rows once. cuDF does
// that, and sorts only if it is asked for the keys in order.

#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>

int group_sums(int *out_key, float *out_sum, const int *key, const float *value, int n)
{
    thrust::device_vector<int> d_key(key, key + n), d_out_key(n);
    thrust::device_vector<float> d_value(value, value + n), d_out_sum(n);

    thrust::sort_by_key(d_key.begin(), d_key.end(), d_value.begin());
    auto ends = thrust::reduce_by_key(d_key.begin(), d_key.end(), d_value.begin(), d_out_key.begin(), d_out_sum.begin());
    thrust::copy(d_out_key.begin(), ends.first, out_key);
    thrust::copy(d_out_sum.begin(), ends.second, out_sum);
    return (int)(ends.first - d_out_key.begin());
}
