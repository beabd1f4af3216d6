// float_max_cas: the largest of n floats, with an atomic that CUDA does not have.
//
//   best  one float, the largest number so far: raise it if x has a larger one
//   x     n floats, read only
//   n     the number of elements
//
// Launch: blocks of 256 threads, enough of them for at least n threads.

// Raises *best to v, if v is larger.
__device__ void atomic_max_float(float *best, float v)
{
    // YOUR CODE HERE
}

__global__ void float_max_cas(float *best, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomic_max_float(best, x[i]);
}
