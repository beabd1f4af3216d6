# Two arrays in a list; the number of the step decides which is which.
# Expect: passed
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
    d = [cuda.to_device(x), cuda.device_array(n, np.int32)]
    for step in range(steps):
        smooth[(n + 255) // 256, 256](d[(step + 1) % 2], d[step % 2])
    x[:] = d[steps % 2].copy_to_host()
