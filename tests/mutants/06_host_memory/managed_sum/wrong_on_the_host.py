# Mistake: the host adds.
# Expect: rule-broken
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
    data[:] = x
    return data.sum(dtype=np.int64)
