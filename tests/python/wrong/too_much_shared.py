# says: needs more than 49152 bytes of static shared memory.*cuda.shared.array.0, dtype. and kernel.grid, block, stream, bytes.*invalid-launch
# line: 6
# causes: 1
import numpy as np
from numba import cuda, float64
@cuda.jit
def k(x):
    s = cuda.shared.array((100, 100), float64)
    t = cuda.threadIdx.x
    s[t, t] = x[t]
    cuda.syncthreads()
    x[t] = s[t, t]
x = np.zeros(50)
k[1, 50](x)
