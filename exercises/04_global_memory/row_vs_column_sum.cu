// row_vs_column_sum: the sum of each row and of each column of a matrix.
//
//   rows  h ints, the sum of each row
//   cols  w ints, the sum of each column
//   x     h rows of w ints
//
// The launch: blocks of 256 threads; at least w threads, and at least h warps.

// The sum of v over the 32 threads of the warp, for each of them. All 32 must call it.
__device__ int warp_sum(int v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    return v;
}

__global__ void row_vs_column_sum(int *rows, int *cols, const int *x, int h, int w)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;

    // YOUR CODE HERE: thread t sums column t, warp t / 32 sums row t / 32
}
