# says: has 50 x 37 elements|has 37 x 41 elements
# line: 12
import numpy as np
from numba import cuda, float32


@cuda.jit
def matmul(a, b, c):
    i, j = cuda.grid(2)
    s = float32(0)
    for k in range(a.shape[1]):
        s += a[i, k] * b[k, j]
    c[i, j] = s


a = np.ones((50, 37), np.float32)
b = np.ones((37, 41), np.float32)
matmul[(4, 3), (16, 16)](a, b, np.zeros((50, 41), np.float32))
