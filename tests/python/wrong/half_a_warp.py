# says: cuda.shfl_down_sync\(\) read from a lane that takes no part
# line: 12
import numpy as np
from numba import cuda


@cuda.jit
def sums(x, out):
    i = cuda.grid(1)
    v = x[i]
    if i % 32 < 16:
        v += cuda.shfl_down_sync(0xffffffff, v, 8)
    out[i] = v


sums[2, 32](np.ones(64, np.float32), np.zeros(64, np.float32))
