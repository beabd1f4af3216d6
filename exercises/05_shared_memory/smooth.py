# smooth: each pixel becomes the mean of the 3 x 3 pixels around it, rounded down.
#
#   out  h rows of w pixels, one byte each (uint8): out[row, col]
#   x    h rows of w pixels; outside the image, use the nearest pixel inside
#
# The launch: blocks of 32 x 8 threads, enough for w x h pixels.
from numba import cuda, uint8


@cuda.jit
def smooth(out, x, w, h):
    tile = cuda.shared.array((10, 34), uint8)  # the block's 8 x 32 pixels, and one extra on every side

    # YOUR CODE HERE: fill the tile, wait, compute
