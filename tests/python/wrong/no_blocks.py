# says: the launch \[.0,1,1., .64,1,1.\] has no blocks.*// block
# line: 12
# causes: 1
import numpy as np
from numba import cuda
@cuda.jit
def k(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= 2
x = np.zeros(50)
k[len(x) // 64, 64](x)
