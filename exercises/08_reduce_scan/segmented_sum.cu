// segmented_sum: running sums within each block of 256 elements; a key of 0 begins a new one.
//
//   out  n ints: the sum from the beginning of the segment up to and including this element
//   x    n ints, read only
//   key  n ints, read only
//   n    the number of elements
//
// Launch: blocks of 256 threads, enough of them for at least n threads.

__global__ void segmented_sum(int *out, const int *x, const int *key, int n)
{
    __shared__ int sum[256];
    __shared__ int begun[256];

    // YOUR CODE HERE
}
