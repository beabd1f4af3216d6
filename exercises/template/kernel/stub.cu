// NAME: twice every element.
//
//   out    n floats, to be written
//   x      n floats, only to be read
//   n      how many
//
// The launch: blocks of 128 threads, just enough of them for n threads or more.

__global__ void NAME(float *out, const float *x, int n)
{
    // YOUR CODE HERE
}
