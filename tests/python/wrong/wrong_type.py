# says: an array x with elements of type float32, and is given one with elements of type float64.*leave the signature out.*wrong-type
# line: 13
# causes: 1
import numpy as np
from numba import cuda, float32
@cuda.jit('void(float32[:], float32[:])')
def k(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i] * 2
x = np.arange(10.0)
y = np.zeros(10, np.float32)
k[1, 32](x, y)
print(y)
