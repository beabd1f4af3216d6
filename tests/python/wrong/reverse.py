# says: tile\[.*cuda.syncthreads\(\) between line 12 and line 13
# line: 13
# other: 12
import numpy as np
from numba import cuda, float32


@cuda.jit
def reverse(x, out):
    tile = cuda.shared.array(64, float32)
    i = cuda.threadIdx.x
    tile[i] = x[i]
    out[i] = tile[63 - i]


x = np.arange(64, dtype=np.float32)
reverse[1, 64](x, np.zeros_like(x))
