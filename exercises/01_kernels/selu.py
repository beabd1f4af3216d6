# selu: the scaled exponential linear unit.
#
#   out      n numbers (float32); out[i] = lam * x[i]                            where x[i] > 0,
#                                 out[i] = lam * (alpha * exp(x[i]) - alpha)     elsewhere
#   x        n numbers, read only
#   alpha, lam   the two numbers of the formula (`lambda` is a word of Python)
#   n        the number of elements
#
# math.exp(x) is the exponential. The launch: blocks of 256 threads, enough of them for at least n threads.
import math

from numba import cuda


@cuda.jit
def selu(out, x, alpha, lam, n):
    # YOUR CODE HERE
    pass
