# saxpy.py - arrays on the device, a guard.
import numpy as np
from numba import cuda


@cuda.jit
def saxpy(a, x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = a * x[i] + y[i]


n = 1000
x = np.arange(n, dtype=np.float32)
y = np.ones(n, dtype=np.float32)
out = cuda.device_array(n, np.float32)
saxpy[(n + 255) // 256, 256](np.float32(2), cuda.to_device(x), cuda.to_device(y), out)
print(np.array_equal(out.copy_to_host(), 2 * x + y))
