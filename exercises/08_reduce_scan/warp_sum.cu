// warp_sum: set out[w] to the sum of 32 elements of x, from 32 * w on.
//
//   out  one int for each group of 32 elements; the last group may have fewer
//   x    n ints, read only
//   n    the number of elements
//
// Launch: blocks of 256 threads, enough of them for at least n threads.

__global__ void warp_sum(int *out, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    // YOUR CODE HERE
}
