# Expect: small-grid 17
# Four blocks of a kernel without a loop: the launch takes as long as the work.
import os
import numpy as np
from numba import cuda

@cuda.jit
def add(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = x[i] + y[i]

n = 1 << 10 if "FIXED" not in os.environ else 1 << 18
x = cuda.to_device(np.ones(n, dtype=np.float32))
y = cuda.to_device(np.ones(n, dtype=np.float32))
out = cuda.device_array(n, dtype=np.float32)
add[n // 256, 256](x, y, out)
print(out.copy_to_host()[:2])
