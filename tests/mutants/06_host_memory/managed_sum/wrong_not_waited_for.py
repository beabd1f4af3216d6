# Mistake: reads the parts before the kernel has finished.
# Expect: not-waited async-host-race
import numpy as np
from numba import cuda

THREADS = 1024


@cuda.jit
def add_up(part, x):
    t = cuda.grid(1)
    total = 0
    for i in range(t, x.size, THREADS):
        total += x[i]
    part[t] = total


def managed_sum(x, n):
    data = cuda.managed_array(n, np.int32)
    part = cuda.managed_array(THREADS, np.int64)
    data[:] = x
    add_up[THREADS // 128, 128](part, data)
    return part.sum()  # <-- here
