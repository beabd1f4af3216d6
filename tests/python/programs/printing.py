# printing.py - what a kernel prints, in the order of the threads; managed memory.
import numpy as np
from numba import cuda


@cuda.jit
def hello(x):
    i = cuda.grid(1)
    x[i] += i
    print('thread', i, x[i])


x = cuda.managed_array(4, np.int32)
x[:] = 10
hello[2, 2](x)
cuda.synchronize()
print(x.sum())
