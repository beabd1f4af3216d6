# Mistake: the host waits for each piece.
# Expect: rule-broken waits
import numpy as np
from numba import cuda, uint32


@cuda.jit
def stir(x, rounds):
    i = cuda.grid(1)
    if i < x.size:
        h = x[i]
        k = uint32(1)
        last = uint32(rounds)
        while k <= last:  # a loop over range() would count with 64 bits
            h = uint32((h ^ (h >> 15)) * 739997 + k)
            k = uint32(k + 1)
        x[i] = h


def relay(x, y, n, piece, rounds):
    up, work = cuda.stream(), cuda.stream()
    loaded, done = ([cuda.event(timing=False) for _ in range(2)] for _ in range(2))
    buffer = [cuda.device_array(piece, np.uint32) for _ in range(2)]

    with cuda.pinned(x, y):
        for begin in range(0, n, piece):
            count, b = min(piece, n - begin), begin // piece % 2
            d = buffer[b]

            done[b].wait(up)
            d[:count].copy_to_device(x[begin:begin + count], stream=up)
            loaded[b].record(up)

            loaded[b].wait(work)
            stir[(count + 255) // 256, 256, work](d[:count], rounds)
            d[:count].copy_to_host(y[begin:begin + count], stream=work)
            done[b].record(work)
            work.synchronize()
