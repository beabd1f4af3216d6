# A third stream for what needs both, which waits for an event of each.
# Expect: passed
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


@cuda.jit
def mix(a, b):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = uint32(31 * a[i] + b[i])


def join(a, b, y, n, rounds):
    blocks = (n + 255) // 256
    s, t = cuda.stream(), cuda.stream()
    u = cuda.stream()
    of_a, of_b = cuda.event(timing=False), cuda.event(timing=False)
    with cuda.pinned(a, b, y):
        d_a = cuda.to_device(a, stream=s)
        stir[blocks, 256, s](d_a, rounds)
        d_b = cuda.to_device(b, stream=t)
        stir[blocks, 256, t](d_b, rounds)
        for stream, event in ((s, of_a), (t, of_b)):
            event.record(stream)
            event.wait(u)
        mix[blocks, 256, u](d_a, d_b)
        d_a.copy_to_host(y, stream=u)
        u.synchronize()
