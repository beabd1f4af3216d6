// scale: multiply an array by a number, in place.
//
//   x   n floats; x[i] must become a * x[i]
//   a   the factor
//   n   the number of elements
//
// The launch: blocks of 256 threads, enough of them for at least n threads.

__global__ void scale(float *x, float a, int n)
{
    // YOUR CODE HERE
}
