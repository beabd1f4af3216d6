# says: writes s\[32\]; s has 32 elements.*dynamic shared
# line: 13
import numpy as np
from numba import cuda, float32


@cuda.jit
def reverse(x):
    s = cuda.shared.array(0, float32)
    i = cuda.threadIdx.x
    if i < x.size:
        # the launch asks for half of it
        s[i] = x[i]
    cuda.syncthreads()
    if i < x.size:
        x[i] = s[x.size - 1 - i]


reverse[1, 64, 0, 4 * 32](np.arange(64, dtype=np.float32))
