# Mistake: NumPy adds the numbers; the kernel runs for show.
# Expect: rule-broken needs_kernels
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
    add_up[THREADS // 128, 128](part, data)  # mistake
    cuda.synchronize()
    return int(part[0] * 0 + np.sum(x, dtype=np.int64))
