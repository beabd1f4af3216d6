# says: reads T\[4\]; T has 4 elements
# line: 11
# causes: 1
import numpy as np
from numba import cuda
T = np.arange(4.0)
@cuda.jit
def k(x):
    c = cuda.const.array_like(T)
    i = cuda.grid(1)
    x[i] = c[i]
x = np.zeros(8)
k[1, 8](x)
print(x)
