# says: x\[0\]|x was|uninitialised|never written
# line: 10
import numpy as np
from numba import cuda


@cuda.jit
def twice(x, out):
    i = cuda.grid(1)
    out[i] = 2 * x[i]


out = np.zeros(64, np.float32)
twice[1, 64](cuda.device_array(64, np.float32), out)
