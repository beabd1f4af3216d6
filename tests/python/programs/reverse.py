# reverse.py - a shared array, read mirrored after a barrier.
import numpy as np
from numba import cuda, float32


@cuda.jit
def reverse(x, out):
    tile = cuda.shared.array(64, float32)
    i = cuda.threadIdx.x
    tile[i] = x[i]
    cuda.syncthreads()
    out[i] = tile[63 - i]


x = np.arange(64, dtype=np.float32)
out = np.zeros_like(x)
reverse[1, 64](x, out)
print(np.array_equal(out, x[::-1]))
