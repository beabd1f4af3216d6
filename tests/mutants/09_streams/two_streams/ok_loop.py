# A loop over the jobs.
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


def two_jobs(a, a_out, b, b_out, n, rounds):
    streams = []
    with cuda.pinned(a, a_out, b, b_out):
        for x, out in ((a, a_out), (b, b_out)):
            s = cuda.stream()
            d = cuda.to_device(x, stream=s)
            stir[(n + 255) // 256, 256, s](d, rounds)
            d.copy_to_host(out, stream=s)
            streams.append((s, d))
        for s, _ in streams:
            s.synchronize()
