# Hint: never-copied-back 15
# The host prints its own array.
import os
import numpy as np
from numba import cuda
@cuda.jit
def twice(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = 2 * x[i]
x = np.arange(64.0)
y = np.zeros(64)
dx = cuda.to_device(x)
dy = cuda.to_device(y)
twice[2, 32](dx, dy)
cuda.synchronize()
if os.environ.get('FIXED'):
    y = dy.copy_to_host()
print(y[5])
