// float_nanmax: the largest of n floats, some of which are missing.
//
//   best  one float, the largest number so far, or NaN if there is none: raise it if x has a larger one
//   x     n floats, read only; a NaN stands for a missing value
//   n     the number of elements
//
// Launch: blocks of 256 threads, enough of them for at least n threads.

// Raises *best to v, if v is a number and *best is smaller or not a number.
__device__ void atomic_nanmax(float *best, float v)
{
    // YOUR CODE HERE
}

__global__ void float_nanmax(float *best, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomic_nanmax(best, x[i]);
}
