# cuda.managed_array makes a NumPy array whose memory both sides use. `data[:] = x` is the host's own copy within it; the pages
# go to the device when the kernel touches them, and the page of the parts comes back when the host does.
#
# A kernel takes such an array as it is: Numba sees that the device can reach it, and copies nothing. An ordinary NumPy array
# would be copied to the device and back at each launch.
#
# Without a copy nothing waits: the launch returns before the kernel has run. Hence cuda.synchronize().
#
# part.sum() adds in int64, as NumPy would for an array of int32, too. In the kernel, total += x[i] is an int64 because Numba's
# integers are.
import numpy as np
from numba import cuda

THREADS = 1024


@cuda.jit
def add_up(part, x):
    t = cuda.grid(1)
    total = 0
    for i in range(t, x.size, THREADS):
        total += x[i]
    part[t] = total


def managed_sum(x, n):
    data = cuda.managed_array(n, np.int32)
    part = cuda.managed_array(THREADS, np.int64)

    data[:] = x
    add_up[THREADS // 128, 128](part, data)
    cuda.synchronize()
    return part.sum()
