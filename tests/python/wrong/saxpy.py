# says: 10: .*saxpy.py.*|reads x\[1000\]; x has 1000 elements.*if i < x.size
# line: 10
import numpy as np
from numba import cuda


@cuda.jit
def saxpy(a, x, y, out):
    i = cuda.grid(1)
    out[i] = a * x[i] + y[i]


n = 1000
x = np.arange(n, dtype=np.float32)
out = cuda.device_array(n, np.float32)
saxpy[(n + 255) // 256, 256](np.float32(2), cuda.to_device(x), cuda.to_device(x), out)
out.copy_to_host()
