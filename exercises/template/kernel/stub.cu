// NAME: twice every element.
//
//   out    n floats, to be written
//   x      n floats, only to be read
//   n      how many
//
// The launch: blocks of 128 threads, enough of them for at least n threads.

__global__ void NAME(float *out, const float *x, int n)
{
    // YOUR CODE HERE
}
