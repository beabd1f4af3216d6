// group_sums: the sums of all values that have the same key.
//
//   out_key   n ints: the keys of the groups in ascending order, each once
//   out_sum   n floats: the sums of the groups
//   key       n ints, in any order
//   value     n floats
//
// All arrays are in the host's memory. The function returns the number of groups.

#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>

int group_sums(int *out_key, float *out_sum, const int *key, const float *value, int n)
{
    thrust::device_vector<int> d_key(key, key + n), d_out_key(n);
    thrust::device_vector<float> d_value(value, value + n), d_out_sum(n);

    // YOUR CODE HERE: sort, reduce by key, copy the groups back
    (void)out_key;
    (void)out_sum;
    return 0;
}
