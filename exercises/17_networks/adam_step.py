# adam_step: one step of AdamW for n weights.
#
#   w             n numbers (float32): the weights
#   m, v          n numbers each: running means of the gradients and of their squares
#   g             n numbers: the gradients
#   rate          the learning rate
#   beta1, beta2  how much of the old means is kept
#   c1, c2        what the new means are divided by, for the formula only
#   eps, decay    see the formula
#
# math.sqrt(x) is the root. The launch: blocks of 256 threads, enough for n.
import math

from numba import cuda, float32


@cuda.jit
def adam_step(w, m, v, g, n, rate, beta1, beta2, c1, c2, eps, decay):
    # YOUR CODE HERE
    pass
