// dot: the sum of all x[i] * y[i], added to out[0].
//
//   out  one float, 0 at the beginning
//   x    n floats, read only
//   y    n floats, read only
//   n    the number of elements
//
// Launch: blocks of 256 threads; the number of blocks is limited, whatever n is.

__global__ void dot(float *out, const float *x, const float *y, int n)
{
    // YOUR CODE HERE
}
