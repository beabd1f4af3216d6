# keep_on_device: steps of smoothing, one after the other.
#
#   x      n whole numbers (int32), before and after
#   n      the number of elements
#   steps  how many steps; may be 0
#
# The results are right already. Count the copies: a NumPy array in a launch goes to the device and back.
import numpy as np
from numba import cuda


@cuda.jit
def smooth(to, old):
    i = cuda.grid(1)
    if i < old.size:
        left = old[i - 1 if i > 0 else i]
        right = old[i + 1 if i < old.size - 1 else i]
        to[i] = (left + 2 * old[i] + right) // 4


def smooth_steps(x, n, steps):
    to = np.empty_like(x)

    # YOUR CODE HERE: the data stays on the device
    for step in range(steps):
        smooth[(n + 255) // 256, 256](to, x)
        x[:] = to
