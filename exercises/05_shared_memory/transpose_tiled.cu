// transpose_tiled: rows become columns, through a tile.
//
//   out  w rows of h floats
//   x    h rows of w floats
//
// The launch: blocks of 32 x 8 threads, one for each 64 x 64 elements.

__global__ void transpose_tiled(float *out, const float *x, int w, int h)
{
    __shared__ float tile[64][64];

    // YOUR CODE HERE: rows of x into the tile, wait, rows of out from the tile
}
