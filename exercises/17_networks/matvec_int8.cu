// matvec_int8: a matrix of 8-bit weights, with a scale for each row, times a vector.
//
//   y      h floats
//   q      h rows of w whole numbers from -127 to 127; w is a multiple of 4
//   scale  h floats: a weight is q * scale
//   x      w floats
//
// The launch: blocks of 128 threads, four warps each, enough for a warp for each row.

__global__ void matvec_int8(float *y, const char *q, const float *scale, const float *x, int h, int w)
{
    int r = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;

    // YOUR CODE HERE
    (void)r, (void)lane;
}
