# A stream for each job, and no waiting before both are under way.
#
# Within a stream everything runs in the order in which it was put there, so a job needs nothing but its own stream: the kernel
# finds its numbers, the copy out finds the result. Between the two streams there is no order at all, and that saves the time:
# while a's kernel runs, b goes in; while b's kernel runs, a comes back. The host waits only at the end, before the arrays are
# unpinned and before anything reads the results.
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
        stir[(n + 255) // 256, 256, s](d_a, rounds)
        d_a.copy_to_host(a_out, stream=s)

        d_b = cuda.to_device(b, stream=t)
        stir[(n + 255) // 256, 256, t](d_b, rounds)
        d_b.copy_to_host(b_out, stream=t)

        s.synchronize()
        t.synchronize()
