# A pair of events for each part.
# Expect: passed
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
    begin, end = [cuda.event() for _ in range(3)], [cuda.event() for _ in range(3)]
    parts = (lambda: d_x.copy_to_device(x), lambda: stir[(m + 255) // 256, 256](d_y, d_x, rounds), lambda: d_y.copy_to_host(y))
    for k, part in enumerate(parts):
        begin[k].record()
        part()
        end[k].record()
    cuda.synchronize()
    ms = [cuda.event_elapsed_time(b, e) for b, e in zip(begin, end)]
    return ms.index(max(ms))
