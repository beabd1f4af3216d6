# says: cuda.syncthreads\(\)
# line: 12
import numpy as np
from numba import cuda, float32


@cuda.jit
def halves(x):
    tile = cuda.shared.array(64, float32)
    i = cuda.threadIdx.x
    if i < 32:
        cuda.syncthreads()
    tile[i] = x[i]
    x[i] = tile[i]


halves[1, 64](np.ones(64, np.float32))
