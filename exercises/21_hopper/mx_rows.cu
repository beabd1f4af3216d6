// mx_rows: a matrix in MXFP8 times a vector, and how far the quantization can have moved the result.
//
//   y        rows floats, to write: the product
//   bound    rows floats, to write: the sum of half a step, times the magnitude of x's element
//   code     rows * 32 * blocks bytes, row by row: E4M3; read only
//   scale    rows * blocks bytes, row by row: E8M0; read only
//   x        32 * blocks floats, read only
//   rows     the number of rows
//   blocks   the blocks of 32 elements in each row
//
// Launch: blocks of 256 threads, which are 8 warps, enough of them for one warp per row.

__global__ void mx_rows(float *y, float *bound, const unsigned char *code, const unsigned char *scale, const float *x,
                        int rows, int blocks)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;

    // YOUR CODE HERE
}
