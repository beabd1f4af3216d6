// atomic_max_global: the largest of all numbers, in one place.
//
//   best  one int: the largest number so far, to be raised where x has a larger one
//   x     n ints, only to be read
//   n     how many
//
// The launch: blocks of 256 threads, just enough of them for n threads or more.

__global__ void atomic_max_global(int *best, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    // YOUR CODE HERE
}
