# Odd-even merge sort (Batcher): all comparisons go the same way.
# Expect: passed
from numba import cuda, int32

LARGEST = 2147483647


@cuda.jit
def block_sort(data, begin, segments):
    place = cuda.shared.array(512, int32)
    t = cuda.threadIdx.x
    first, last = begin[cuda.blockIdx.x], begin[cuda.blockIdx.x + 1]
    for i in range(t, 512, 128):
        place[i] = data[first + i] if first + i < last else LARGEST
    cuda.syncthreads()
    p = 1
    while p < 512:
        k = p
        while k > 0:
            for i in range(t, 512, 128):
                j = i + k
                start = k % p
                if i >= start and (i - start) % (2 * k) < k and j < 512 and i // (2 * p) == j // (2 * p):
                    if place[i] > place[j]:
                        place[i], place[j] = place[j], place[i]
            cuda.syncthreads()
            k //= 2
        p *= 2
    for i in range(t, last - first, 128):
        data[first + i] = place[i]
