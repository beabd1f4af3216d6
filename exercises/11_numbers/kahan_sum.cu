// kahan_sum: the sums of columns, right to the last digits.
//
//   out   w doubles: out[c] gets the sum of column c
//   x     h rows of w doubles
//
// The launch: blocks of 128 threads, enough for w columns.

__global__ void kahan_sum(double *out, const double *x, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;

    // YOUR CODE HERE
    (void)c;
}
