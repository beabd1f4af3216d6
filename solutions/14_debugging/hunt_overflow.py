# Python's own whole numbers never overflow, and Numba computes int32 with int32 in 64 bits: z[i] * h is an int64, so this formula
# is right as it is. The author's care made it wrong: int32(...) cuts a result to 32 bits, each time. And NumPy is neither
# Python nor Numba: an array keeps its dtype, and np.prod(..., dtype=np.int32) wraps without a message.
#
# So there are three rules in one program: Python's numbers grow, NumPy's wrap, and Numba computes whole numbers in 64 bits and
# cuts them when they are stored in an array. The key's array is int64, so nothing is cut here.
#
# How do you find it without reading the source? Take the smallest box that fails. 1290 cubed
# is 2,146,689,000 and passes; 1291 cubed fails. A limit near 2^31 has one usual cause.
import numpy as np
from numba import cuda


@cuda.jit
def number_them(key, part, x, y, z, w, h, each):
    i = cuda.grid(1)
    if i < x.size:
        k = (z[i] * h + y[i]) * w + x[i]
        key[i] = k
        part[i] = k // each


def voxels(x, y, z, key, part, n, w, h, d, parts):
    cells = w * h * d
    each = (cells + parts - 1) // parts
    d_key, d_part = cuda.device_array(n, np.int64), cuda.device_array(n, np.int32)
    number_them[(n + 255) // 256, 256](d_key, d_part, cuda.to_device(x), cuda.to_device(y), cuda.to_device(z), w, h, each)
    d_key.copy_to_host(key)
    d_part.copy_to_host(part)
