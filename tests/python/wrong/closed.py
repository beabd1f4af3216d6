# says: the launch is given a function that is not a kernel.*cuda.close
# line: 18
# causes: 1
import numpy as np
from numba import cuda


@cuda.jit
def increase(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] += 1


x = np.ones(10)
increase[1, 32](x)
cuda.close()
increase[1, 32](x)
