# Mistake: the kernel is in a stream of its own, and does not wait for its numbers.
# Expect: not-waited stream-race
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
    s, t = cuda.stream(), cuda.stream()
    with cuda.pinned(a, a_out, b, b_out):
        d_a = cuda.to_device(a, stream=s)
        stir[(n + 255) // 256, 256, t](d_a, rounds)  # <-- here
        d_a.copy_to_host(a_out, stream=s)
        d_b = cuda.to_device(b, stream=t)
        stir[(n + 255) // 256, 256, t](d_b, rounds)
        d_b.copy_to_host(b_out, stream=t)
        s.synchronize()
        t.synchronize()
