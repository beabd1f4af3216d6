// Mistake: counts the rows of each group.
// Expect: wrong-answer
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>

int group_sums(int *out_key, float *out_sum, const int *key, const float *value, int n)
{
    thrust::device_vector<int> d_key(key, key + n), d_out_key(n);
    thrust::device_vector<float> d_value(value, value + n), d_out_sum(n);

    thrust::sort_by_key(d_key.begin(), d_key.end(), d_value.begin());
    auto ends = thrust::reduce_by_key(d_key.begin(), d_key.end(), thrust::make_constant_iterator(1.0f), d_out_key.begin(), d_out_sum.begin());
    thrust::copy(d_out_key.begin(), ends.first, out_key);
    thrust::copy(d_out_sum.begin(), ends.second, out_sum);
    return (int)(ends.first - d_out_key.begin());
}
