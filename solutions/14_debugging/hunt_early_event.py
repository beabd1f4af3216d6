# An event covers what was put into its stream before it, and nothing else.
#
# `loaded` was recorded before the copy in, so it said: "what came before this copy is done". The kernel began while its piece was
# still arriving. `done` was recorded before the copy back, so the next copy in overwrote results that were still being copied out.
# Each record belongs right after the last operation that uses the buffer.
#
# In Python one more thing helps such mistakes to hide: without cuda.pinned the copies themselves wait, and the program is right,
# only slow. It went wrong on the day when its author pinned the arrays, so the pinning got the blame.
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
