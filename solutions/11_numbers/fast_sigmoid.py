# Two things make it fast. fastmath=True takes the short forms of the float32 functions: math.exp becomes one multiplication and
# one instruction for a power of two, and a division becomes an approximate one. And float32(1) keeps the formula in float32:
# with 1 or 1.0 the exponential's result would be converted to float64, and added and divided in double precision, which
# fastmath=True does not touch and for which most GPUs have few units.
#
# For x below -88 the exponential is infinite, and 1 / infinity is 0, as it should be. The formula e / (1 + e) with e = exp(x)
# is the same in algebra, but NaN for x = 89.
#
# This kernel waits for memory, so on a GPU expect little difference between the fast forms and the exact ones. They pay off
# in kernels that compute more for each element. Avoiding float64 pays off everywhere.
import math

from numba import cuda, float32


@cuda.jit(fastmath=True)
def fast_sigmoid(out, x, n):
    i = cuda.grid(1)
    if i < n:
        out[i] = float32(1) / (float32(1) + math.exp(-x[i]))
