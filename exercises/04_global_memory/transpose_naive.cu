// transpose_naive: rows become columns.
//
//   out  w rows of h floats
//   x    h rows of w floats
//
// The launch: blocks of 32 x 8 threads, enough for w x h elements and for h x w.

__global__ void transpose_naive(float *out, const float *x, int w, int h)
{
    // YOUR CODE HERE
}
