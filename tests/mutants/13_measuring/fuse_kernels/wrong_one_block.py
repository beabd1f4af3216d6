# Mistake: one block goes through all elements, and the other multiprocessors are idle.
# Expect: rule-broken working_blocks
import numpy as np
from numba import cuda, float32


@cuda.jit
def refine_all(y, x, scale, shift):
    for i in range(cuda.threadIdx.x, x.size, cuda.blockDim.x):
        a = x[i] * scale + shift
        y[i] = (a / (float32(1) + abs(a)) + x[i]) * float32(0.5)


def refine(y, x, scale, shift, n):
    d_x = cuda.to_device(x)
    d_y = cuda.device_array(n, np.float32)
    refine_all[1, 1024](d_y, d_x, np.float32(scale), np.float32(shift))  # <-- here
    d_y.copy_to_host(y)
