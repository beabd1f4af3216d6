# Hint: global-changed 17
# Numba makes a constant of an array, too.
import os
import numpy as np
from numba import cuda
weights = np.ones(32)
@cuda.jit
def apply(x):
    i = cuda.grid(1)
    w = cuda.const.array_like(weights)
    if i < x.size:
        x[i] *= w[i]
x = cuda.to_device(np.ones(32))
apply[1, 32](x)
if not os.environ.get('FIXED'):
    weights[:] = 5
apply[1, 32](x)
print(x.copy_to_host()[0])
