# Mistake: one array is enough, it seems; but neighbours read what others have written already.
# Expect: data-race data-race-global
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
    d = cuda.to_device(x)
    for step in range(steps):
        smooth[(n + 255) // 256, 256](d, d)
    d.copy_to_host(x)
