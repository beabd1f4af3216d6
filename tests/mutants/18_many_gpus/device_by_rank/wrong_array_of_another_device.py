# Mistake: makes the arrays before it chooses the device: they are on device 0.
# Expect: memory-error no-peer-access
import numpy as np
from numba import cuda


@cuda.jit
def twice(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = 2 * x[i]  # <-- here


def run_rank(x, y, n, rank, per_node):
    device = rank % per_node % len(cuda.gpus)
    d_x = cuda.to_device(x)
    d_y = cuda.device_array(n, np.float32)
    with cuda.gpus[device]:
        twice[(n + 255) // 256, 256](d_x, d_y)
        d_y.copy_to_host(y)
    return device
