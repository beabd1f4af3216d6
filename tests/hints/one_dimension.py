# Hint: one-dimension 14
# The kernel has two indices, and its launch one dimension.
import os
import numpy as np
from numba import cuda

@cuda.jit
def fill(m):
    x, y = cuda.grid(2)
    if x < m.shape[0] and y < m.shape[1]:
        m[x, y] = x + y

m = cuda.to_device(np.zeros((20, 20)))
fill[((2, 2), (16, 16)) if os.environ.get('FIXED') else (1, 32)](m)
print(m.copy_to_host()[3, 4])
