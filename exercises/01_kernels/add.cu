// add: two arrays into a third, element by element.
//
//   out    n floats, to write
//   a, b   n floats each, read only
//   n      the number of elements
//
// Launch: blocks of 256 threads, just enough of them to have n threads or more.

__global__ void add(float *out, const float *a, const float *b, int n)
{
    // YOUR CODE HERE
}
