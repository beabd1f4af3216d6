// mixed_dot: products of rows, stored in half precision and added in float.
//
//   out   h floats: out[r] gets the product of row r of a with row r of b
//   a, b  h rows of w halves, as bits; w is even
//
// The launch: blocks of four warps, one for each row.

#include <cuda_fp16.h>

__global__ void mixed_dot(float *out, const unsigned short *a, const unsigned short *b, int w, int h)
{
    int r = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;

    // YOUR CODE HERE
    (void)r, (void)lane;
}
