// amax: raises *most to the largest magnitude in x; a NaN in x makes it NaN.
//
//   most   one float, 0 or more
//   x      n floats, read only
//   n      their number
//
// Launch: blocks of 256 threads, enough of them for at least n threads.

__global__ void amax(float *most, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    // YOUR CODE HERE
}
