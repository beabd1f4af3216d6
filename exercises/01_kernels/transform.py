# transform: a cos(x)^2 + b sin(x)^2, as a function of one element that works on whole arrays.
#
#   x      one element (float32)
#   a, b   the weights
#
# It returns the result for that element. transform(x, 1, 1) would be an array of ones.
import math
from numba import vectorize


@vectorize(['float32(float32, float32, float32)'], target='cuda')
def transform(x, a, b):
    # YOUR CODE HERE
    return x
