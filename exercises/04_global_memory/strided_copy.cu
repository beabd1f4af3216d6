// strided_copy: copy n floats, up to eight per thread.
//
//   out  n floats; out[i] = x[i]
//   x    n floats
//   n    the number of elements
//
// The launch: blocks of 256 threads, one block for each 2048 elements.

__global__ void strided_copy(float *out, const float *x, int n)
{
    // YOUR CODE HERE: which eight elements do I take?
}
