// sum_by_key: for each key the sum and the largest of its values. Right, but with two atomics for each element.
//
//   total  0 for each key; to add to
//   most   the smallest int for each key; to raise
//   key    n keys, from 0 on
//   value  n ints
//
// The launch: a thread for each element, in blocks of 256.

__global__ void sum_by_key(int *total, int *most, const int *key, const int *value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    // YOUR CODE HERE: one lane of each group, for all of them
    if (i < n) {
        atomicAdd(&total[key[i]], value[i]);
        atomicMax(&most[key[i]], value[i]);
    }
}
