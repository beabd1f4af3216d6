# transpose_tiled: rows become columns, through a tile.
#
#   out    w rows of h numbers (float32): out[c, r]
#   x      h rows of w numbers (float32): x[r, c]
#   w, h   the sizes, as x.shape has them
#
# The launch: blocks of 32 x 8 threads, one for each 64 x 64 elements.
from numba import cuda, float32


@cuda.jit
def transpose_tiled(out, x, w, h):
    tile = cuda.shared.array((64, 64), float32)

    # YOUR CODE HERE: rows of x into the tile, wait, rows of out from the tile
