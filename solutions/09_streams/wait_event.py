# An event hands the result of one stream to another, without the host.
#
# It is recorded in b's stream after b's kernel: it means "b is stirred". The other stream then waits for it. What follows in that
# stream comes after both: after its own work because a stream keeps its order, and after b's because of the event.
#
# The names are the wrong way round for a reader of C: `stirred.wait(s)` does not wait, nor does the event. It tells stream s to
# wait, and returns at once. What makes the host wait is `stirred.synchronize()`.
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
    stirred = cuda.event(timing=False)
    with cuda.pinned(a, b, y):
        d_a = cuda.to_device(a, stream=s)
        stir[blocks, 256, s](d_a, rounds)
        d_b = cuda.to_device(b, stream=t)
        stir[blocks, 256, t](d_b, rounds)
        stirred.record(t)

        stirred.wait(s)
        mix[blocks, 256, s](d_a, d_b)
        d_a.copy_to_host(y, stream=s)
        s.synchronize()
