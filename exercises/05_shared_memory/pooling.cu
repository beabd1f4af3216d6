// pooling: the largest number in each window of 3 x 3, in steps of two.
//
//   out  oh rows of ow floats
//   x    h rows of w floats; w is 2 * ow + 1 and h is 2 * oh + 1, or both are one more
//
// The launch: blocks of 16 x 16 threads, enough for ow x oh.

__global__ void pooling(float *out, const float *x, int w, int h, int ow, int oh)
{
    __shared__ float tile[33][33]; // what the windows of 16 x 16 threads cover

    // YOUR CODE HERE: fill the tile, wait, compute
}
