# Mistake: each time begins at the first mark, so the last part always takes longest.
# Expect: wrong-answer
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
    ms = [cuda.event_elapsed_time(mark[0], mark[k + 1]) for k in range(3)]
    return ms.index(max(ms))
