# Right, but one thread sorts, by insertion.
# Expect: too-slow active_lanes
from numba import cuda, int32

LARGEST = 2147483647


@cuda.jit
def block_sort(data, begin, segments):
    if cuda.threadIdx.x == 0:
        first, last = begin[cuda.blockIdx.x], begin[cuda.blockIdx.x + 1]
        for i in range(first + 1, last):
            v = data[i]
            k = i
            while k > first and data[k - 1] > v:
                data[k] = data[k - 1]
                k -= 1
            data[k] = v
