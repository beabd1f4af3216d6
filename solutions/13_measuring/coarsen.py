# A window of five numbers moves down the column. Each step loads one number and stores one: 12 loads for eight points,
# where five for each point were 40. Their addresses and their comparisons with the edges are saved with them. An address
# in Numba takes a 64-bit product, so that is worth more here than in CUDA C++.
#
# a, b = b, c moves nothing: the compiler unrolls the loop over a constant range and gives the registers other names.
#
# float32(4) * b stays a float32, as does 4 * b with an int; 0.25 * b would be a float64.
from numba import cuda, float32


@cuda.jit
def coarsen(out, x, w, h):
    col, first = cuda.grid(1), cuda.blockIdx.y * 8
    if col >= w:
        return
    a, b = x[max(first - 2, 0), col], x[max(first - 1, 0), col]
    c, d = x[first, col], x[min(first + 1, h - 1), col]
    for k in range(8):
        r = first + k
        if r < h:
            e = x[min(r + 2, h - 1), col]
            out[r, col] = (a + float32(4) * b + float32(6) * c + float32(4) * d + e) * float32(1 / 16)
            a, b, c, d = b, c, d, e
