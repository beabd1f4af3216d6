// atomic_max_shared: the largest of all numbers, with one global atomic for each block.
//
//   best  one int, the largest number so far: raise it if x has a larger one
//   x     n ints, read only
//   n     the number of elements
//
// Launch: blocks of 256 threads, with at least 16 elements for each thread if n is large.

__global__ void atomic_max_shared(int *best, const int *x, int n)
{
    __shared__ int top;

    // YOUR CODE HERE
}
