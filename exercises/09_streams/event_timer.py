# event_timer: which of a program's three parts takes longest?
#
#   x   n numbers (uint32), read only
#   y   m numbers (uint32) that the kernel computes from them; leave that as it is
#
# slowest() returns 0 for the copy to the device, 1 for the kernel, 2 for the copy back. The stub only guesses.
#
# The kernel's types are given, so Numba compiles it when it reads the file, and not in the middle of what you measure.
import numpy as np
from numba import cuda, uint32


@cuda.jit('void(uint32[::1], uint32[::1], int64)')
def stir(y, x, rounds):
    j = cuda.grid(1)
    if j < y.size:
        h = x[j % x.size]
        k = uint32(1)
        last = uint32(rounds)
        while k <= last:  # a loop over range() would count with 64 bits
            h = uint32((h ^ (h >> 15)) * 739997 + k)
            k = uint32(k + 1)
        y[j] = h


def slowest(x, y, n, m, rounds):
    d_x, d_y = cuda.device_array(n, np.uint32), cuda.device_array(m, np.uint32)

    # YOUR CODE HERE: events around each of the three
    d_x.copy_to_device(x)
    stir[(m + 255) // 256, 256](d_y, d_x, rounds)
    d_y.copy_to_host(y)
    return 1
