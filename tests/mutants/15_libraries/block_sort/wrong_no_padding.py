# Mistake: the places beyond the segment stay as they were.
# Expect: memory-error uninitialised-read
from numba import cuda, int32

LARGEST = 2147483647


@cuda.jit
def block_sort(data, begin, segments):
    place = cuda.shared.array(512, int32)
    t = cuda.threadIdx.x
    first, last = begin[cuda.blockIdx.x], begin[cuda.blockIdx.x + 1]

    for i in range(t, 512, 128):
        if first + i < last:
            place[i] = data[first + i]
    cuda.syncthreads()

    size = 2
    while size <= 512:
        distance = size // 2
        while distance > 0:
            for pair in range(t, 256, 128):
                i = pair // distance * 2 * distance + pair % distance
                j = i + distance
                up = i & size == 0
                if (place[i] > place[j]) == up:  # <-- here
                    place[i], place[j] = place[j], place[i]
            cuda.syncthreads()
            distance //= 2
        size *= 2

    for i in range(t, last - first, 128):
        data[first + i] = place[i]
