// saxpy: y = a * x + y.
//
//   y   n floats; y[i] must become a * x[i] + y[i]
//   x   n floats, read only
//   a   the factor
//   n   the number of elements
//
// The launch: blocks of 256 threads, enough of them for at least n threads.

__global__ void saxpy(float *y, const float *x, float a, int n)
{
    // YOUR CODE HERE
}
