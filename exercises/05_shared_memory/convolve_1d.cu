// convolve_1d: the convolution of a signal with 2r + 1 weights.
//
//   out   n floats; out[i] is the sum of w[j] * x[i + r - j] for j = 0 ... 2r
//   x     n floats; outside the array the signal is 0
//   w     2r + 1 floats
//   r     0 to 16
//
// The launch: blocks of 256 threads, enough of them for at least n threads.

#define MAX_R 16

__global__ void convolve_1d(float *out, const float *x, const float *w, int n, int r)
{
    __shared__ float tile[256 + 2 * MAX_R];

    // YOUR CODE HERE: fill the tile, wait, compute
}
