# Each thread of a pair of places looks whether it is the lower one.
# Expect: passed
from numba import cuda, int32

LARGEST = 2147483647


@cuda.jit
def block_sort(data, begin, segments):
    place = cuda.shared.array(512, int32)
    t = cuda.threadIdx.x
    first = begin[cuda.blockIdx.x]
    n = begin[cuda.blockIdx.x + 1] - first
    for i in range(t, 512, 128):
        place[i] = LARGEST
        if i < n:
            place[i] = data[first + i]
    cuda.syncthreads()
    for a in range(1, 10):
        for b in range(a - 1, -1, -1):
            for i in range(t, 512, 128):
                j = i ^ (1 << b)
                if i < j:
                    low, high = min(place[i], place[j]), max(place[i], place[j])
                    if i >> a & 1:
                        low, high = high, low
                    place[i] = low
                    place[j] = high
            cuda.syncthreads()
    for i in range(t, n, 128):
        data[first + i] = place[i]
