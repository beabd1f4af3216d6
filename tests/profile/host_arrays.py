# Expect: host-arrays 18
# The kernel gets arrays of the host: Numba copies them to the device and all of them back.
import os
import numpy as np
from numba import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    if i < a.size:
        c[i] = a[i] + b[i]

n = 1 << 18
a = np.ones(n, dtype=np.float32)
b = np.ones(n, dtype=np.float32)
c = np.zeros(n, dtype=np.float32)
if "FIXED" not in os.environ:
    add[n // 256, 256](a, b, c)
else:
    d = cuda.device_array(n, dtype=np.float32)
    add[n // 256, 256](cuda.to_device(a), cuda.to_device(b), d)
    c = d.copy_to_host()
print(c[:2])
