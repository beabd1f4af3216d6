// dense_relu: a dense layer, y = ReLU(x w + b), in one kernel.
//
//   y   m rows of n floats
//   x   m rows of k floats
//   w   k rows of n floats
//   b   n floats, one for each column
//
// The launch: blocks of 16 x 16 threads, enough for n columns and m rows.

__global__ void dense_relu(float *y, const float *x, const float *w, const float *b, int m, int n, int k)
{
    // YOUR CODE HERE
}
