# The points are one array in two dimensions.
# Expect: passed
import numpy as np
from numba import cuda


@cuda.jit
def number_them(key, part, point, w, h, each):
    i = cuda.grid(1)
    if i < key.size:
        key[i] = (point[2, i] * h + point[1, i]) * w + point[0, i]
        part[i] = key[i] // each


def voxels(x, y, z, key, part, n, w, h, d, parts):
    each = -(-w * h * d // parts)
    d_key, d_part = cuda.device_array(n, np.int64), cuda.device_array(n, np.int32)
    number_them[(n + 127) // 128, 128](d_key, d_part, cuda.to_device(np.stack([x, y, z])), w, h, each)
    d_key.copy_to_host(key)
    d_part.copy_to_host(part)
