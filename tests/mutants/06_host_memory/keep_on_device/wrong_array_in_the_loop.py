# Mistake: a new array for every step.
# Expect: rule-broken calls
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
    old, kept = cuda.to_device(x), []
    for step in range(steps):
        new = cuda.device_array(n, np.int32)
        smooth[(n + 255) // 256, 256](new, old)
        kept.append(old)
        old = new
    old.copy_to_host(x)
