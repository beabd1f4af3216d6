# says: x\[64\] is read on line 10 .*of the whole grid.*cuda.atomic.add
# line: 10
# causes: 1
import numpy as np
from numba import cuda
@cuda.jit
def scale(x, a):
    start = cuda.grid(1)
    for i in range(start, x.size, cuda.blockDim.x):
        x[i] *= a
d = cuda.to_device(np.ones(1000))
scale[4, 64](d, 2.0)
print(d.copy_to_host().sum())
