// append: process a few elements, with busy warps.
//
//   steps  n ints: count_steps(x[i]) where x[i] is a multiple of 16, else -1
//   total  one int: add the number of such elements to it
//   x      n positive ints, read only
//   n      the number of elements
//
// Launch: blocks of 256 threads, enough of them for at least n threads.

// How many steps to 1: halve if even, else three times and one more.
__device__ int count_steps(int v)
{
    int steps = 0;
    for (unsigned int u = v; u != 1; steps++)
        u = u % 2 ? 3 * u + 1 : u / 2;
    return steps;
}

__global__ void append(int *steps, int *total, const int *x, int n)
{
    __shared__ int list[256];
    __shared__ int length;
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    // YOUR CODE HERE
}
