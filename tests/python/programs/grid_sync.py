# grid_sync.py - a cooperative kernel: the whole grid waits.
import numpy as np
from numba import cuda


@cuda.jit
def rows(m):
    col = cuda.grid(1)
    g = cuda.cg.this_grid()
    for row in range(1, m.shape[0]):
        opposite = m.shape[1] - col - 1
        m[row, col] = m[row - 1, opposite] + 1
        g.sync()


m = np.zeros((8, 64), np.int32)
rows[2, 32](m)
print(np.array_equal(m[:, 0], np.arange(8)))
