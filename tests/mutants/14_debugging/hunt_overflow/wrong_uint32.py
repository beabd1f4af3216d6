# Mistake: unsigned numbers reach twice as far, which is not far enough.
# Expect: wrong-answer
import numpy as np
from numba import cuda, uint32


@cuda.jit
def number_them(key, part, x, y, z, w, h, each):
    i = cuda.grid(1)
    if i < x.size:
        k = uint32(uint32(z[i] * h + y[i]) * w + x[i])
        key[i] = k
        part[i] = k // each


def voxels(x, y, z, key, part, n, w, h, d, parts):
    each = (w * h * d + parts - 1) // parts
    d_key, d_part = cuda.device_array(n, np.int64), cuda.device_array(n, np.int32)
    number_them[(n + 255) // 256, 256](d_key, d_part, cuda.to_device(x), cuda.to_device(y), cuda.to_device(z), w, h, each)
    d_key.copy_to_host(key)
    d_part.copy_to_host(part)
