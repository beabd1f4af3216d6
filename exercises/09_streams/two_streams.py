# two_streams: two jobs, one after the other, though neither needs the other.
#
#   a, b           n numbers each (uint32), read only
#   a_out, b_out   n numbers each, to write: what stir() computes from a, and from b
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
    with cuda.pinned(a, a_out, b, b_out):
        # YOUR CODE HERE: a stream for each job
        d_a = cuda.to_device(a)
        stir[(n + 255) // 256, 256](d_a, rounds)
        d_a.copy_to_host(a_out)

        d_b = cuda.to_device(b)
        stir[(n + 255) // 256, 256](d_b, rounds)
        d_b.copy_to_host(b_out)
