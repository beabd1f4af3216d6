# says: the host reads m\[0\] while the kernel.*cuda.synchronize
# line: 17
import numpy as np
from numba import cuda


@cuda.jit
def increase(m):
    i = cuda.grid(1)
    if i < m.size:
        m[i] += 1


m = cuda.mapped_array(100, np.int32)
m[:] = 5
increase[4, 32, cuda.stream()](m)
print(m.sum())
