# voxels: the voxel of each point, and the worker that it belongs to. There are two mistakes.
#
#   x, y, z   n whole numbers each (int32): the points, inside the box
#   key       n numbers (int64), to write: (z * h + y) * w + x
#   part      n numbers (int32), to write: key // each, where each worker has `each` keys in a row
#   w, h, d   the sides of the box, in voxels: up to 100000
#   parts     the number of workers
import numpy as np
from numba import cuda, int32


@cuda.jit
def number_them(key, part, x, y, z, w, h, each):
    i = cuda.grid(1)
    if i < x.size:
        k = int32(int32(int32(z[i] * h) + y[i]) * w) + x[i]
        key[i] = k
        part[i] = k // each


def voxels(x, y, z, key, part, n, w, h, d, parts):
    cells = int(np.prod(np.array([w, h, d], dtype=np.int32), dtype=np.int32))
    each = (cells + parts - 1) // parts
    d_key, d_part = cuda.device_array(n, np.int64), cuda.device_array(n, np.int32)
    number_them[(n + 255) // 256, 256](d_key, d_part, cuda.to_device(x), cuda.to_device(y), cuda.to_device(z), w, h, each)
    d_key.copy_to_host(key)
    d_part.copy_to_host(part)
