// matvec_int4: a matrix of 4-bit weights, with a scale for each 32 of a row, times a vector.
//
//   y      h floats
//   q      h rows of w / 8 words: eight weights in each, the first in the lowest four bits, each stored plus 8
//   scale  h rows of w / 32 floats: a weight is (bits - 8) * scale of its group
//   x      w floats; w is a multiple of 32
//
// The launch: blocks of 128 threads, four warps each, enough for a warp for each row.

__global__ void matvec_int4(float *y, const unsigned int *q, const float *scale, const float *x, int h, int w)
{
    int r = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;

    // YOUR CODE HERE
    (void)r, (void)lane;
}
