# Hint: global-changed 17
# Numba makes a constant of a global when it compiles the kernel.
import os
import numpy as np
from numba import cuda

factor = 1

@cuda.jit
def scale(x):
    x[cuda.threadIdx.x] *= factor

d = cuda.to_device(np.ones(32))
scale[1, 32](d)
if not os.environ.get('FIXED'):
    factor = 10
scale[1, 32](d)
print(d.copy_to_host()[0])
