# One block, an event to wait for, and a loop over the parts.
# Expect: passed
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
    data, part = cuda.managed_array((n,), np.int32), cuda.managed_array(THREADS, np.int64)
    np.copyto(data, x)
    add_up[1, THREADS](part, data)
    done = cuda.event()
    done.record()
    done.synchronize()
    return sum(int(p) for p in part)
