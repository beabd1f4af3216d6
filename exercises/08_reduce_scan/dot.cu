// dot: the sum of all x[i] * y[i], added to out[0].
//
//   out  one float, 0 at the beginning
//   x    n floats, only to be read
//   y    n floats, only to be read
//   n    how many
//
// The launch: blocks of 256 threads, and not more than a fixed number of them.

__global__ void dot(float *out, const float *x, const float *y, int n)
{
    // YOUR CODE HERE
}
