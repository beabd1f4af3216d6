// strided_copy: copy n floats, up to eight by each thread.
//
//   out  n floats; out[i] = x[i]
//   x    n floats
//   n    how many
//
// The launch: blocks of 256 threads, one block for each 2048 elements.

__global__ void strided_copy(float *out, const float *x, int n)
{
    // YOUR CODE HERE: which eight elements are mine?
}
