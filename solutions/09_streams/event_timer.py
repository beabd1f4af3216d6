# Four marks around three parts; the time of a part runs from its mark to the next.
#
# An event is work like any other: record() only puts it into the stream, and the device notes the time when it gets there. The
# host's clock, time.perf_counter(), would stop as soon as the launch returns, long before the kernel ends.
#
# What the host does between two marks counts, if the device has nothing to do meanwhile. Here that would be Numba's compiler: the
# first call of a kernel without given types takes a second, and the kernel would win each time. So give the types, or call the
# kernel once before you measure.
import numpy as np
from numba import cuda, uint32


@cuda.jit('void(uint32[::1], uint32[::1], int64)')
def stir(y, x, rounds):
    j = cuda.grid(1)
    if j < y.size:
        h = x[j % x.size]
        k = uint32(1)
        last = uint32(rounds)
        while k <= last:  # a loop over range() would count with 64 bits
            h = uint32((h ^ (h >> 15)) * 739997 + k)
            k = uint32(k + 1)
        y[j] = h


def slowest(x, y, n, m, rounds):
    d_x, d_y = cuda.device_array(n, np.uint32), cuda.device_array(m, np.uint32)
    mark = [cuda.event() for _ in range(4)]

    mark[0].record()
    d_x.copy_to_device(x)
    mark[1].record()
    stir[(m + 255) // 256, 256](d_y, d_x, rounds)
    mark[2].record()
    d_y.copy_to_host(y)
    mark[3].record()

    mark[3].synchronize()
    ms = [cuda.event_elapsed_time(mark[k], mark[k + 1]) for k in range(3)]
    return ms.index(max(ms))
