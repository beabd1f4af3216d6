# fast_sigmoid: 1 / (1 + exp(-x)), fast where six digits are enough. Right, but slow.
#
#   out   n numbers (float32)
#   x     n numbers (float32), from -120 to 120
#
# The launch: blocks of 256 threads, enough for n.
import math

from numba import cuda, float32


@cuda.jit
def fast_sigmoid(out, x, n):
    i = cuda.grid(1)

    # YOUR CODE HERE: float32 only, and the fast functions
    if i < n:
        out[i] = 1.0 / (1.0 + math.exp(-x[i]))
