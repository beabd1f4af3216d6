// add: two arrays into a third, element by element.
//
//   out    n floats, to write
//   a, b   n floats each, read only
//   n      the number of elements
//
// The launch: blocks of 256 threads, enough of them for at least n threads.

__global__ void add(float *out, const float *a, const float *b, int n)
{
    // YOUR CODE HERE
}
