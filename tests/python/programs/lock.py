# lock.py - threads of several blocks, and lanes of one warp, take a lock in turn.
import numpy as np
from numba import cuda


@cuda.jit
def total(x, lock, out):
    i = cuda.grid(1)
    if i < x.size:
        done = False
        while not done:
            if cuda.atomic.compare_and_swap(lock, 0, 1) == 0:
                cuda.threadfence()
                out[0] += x[i]
                cuda.threadfence()
                cuda.atomic.exch(lock, 0, 0)
                done = True


out = np.zeros(1, np.int64)
total[4, 32](np.arange(100), np.zeros(1, np.int32), out)
print(out[0])
