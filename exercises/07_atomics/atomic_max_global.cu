// atomic_max_global: the largest of all numbers, in one int.
//
//   best  one int, the largest number so far: raise it if x has a larger one
//   x     n ints, read only
//   n     the number of elements
//
// Launch: blocks of 256 threads, enough of them for at least n threads.

__global__ void atomic_max_global(int *best, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    // YOUR CODE HERE
}
