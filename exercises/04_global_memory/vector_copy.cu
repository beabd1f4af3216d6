// vector_copy: copy n floats, 16 bytes at a time.
//
//   out  n floats, at a multiple of 16 bytes
//   x    n floats, at a multiple of 16 bytes
//   n    the number of floats; need not be a multiple of 4
//
// The launch: blocks of 128 threads, at least one thread for each four floats.

__global__ void vector_copy(float *out, const float *x, int n)
{
    // YOUR CODE HERE: four floats at once, and what is left at the end
}
