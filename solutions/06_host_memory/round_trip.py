# Copy in, allocate, launch, copy back: the frame of every program that uses a GPU.
#
# The host never waits for the kernel explicitly, and need not. A launch only puts the kernel into a queue, and the host goes on
# at once; but the copy back comes after it in the same queue, and copy_to_host returns when the bytes have arrived.
#
# d_x and d_y are freed when the function returns, because nothing refers to them any more.
import numpy as np
from numba import cuda


@cuda.jit
def square(y, x):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i] * x[i]


def round_trip(x, y, n):
    d_x = cuda.to_device(x)
    d_y = cuda.device_array(n, np.float32)
    square[(n + 255) // 256, 256](d_y, d_x)
    d_y.copy_to_host(y)
