# Mistake: x is on the device once, but the other array is NumPy's: it travels with every launch.
# Expect: rule-broken operations
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
    old, new = cuda.to_device(x), np.empty_like(x)
    for step in range(steps):
        smooth[(n + 255) // 256, 256](new, old)
        old.copy_to_device(new)
    old.copy_to_host(x)
