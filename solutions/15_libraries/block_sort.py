# Numba has no sort in kernels, and cannot call CUB's. A bitonic sort is twenty lines: it makes runs of 2, 4, 8 ... numbers,
# sorted up and down by turns, and merges two runs by comparing numbers at half the distance again and again. Which two are
# compared depends on their places only, never on the numbers, so all threads do the same: 45 rounds for 512 numbers, with
# 256 comparisons each, two for each thread.
#
# The comparisons of a round touch each place once, so a round needs one barrier, after it. The padding is the largest number
# there is: it goes to the end, and is not stored.
#
# The exchange of a tuple, a, b = b, a, is as good in a kernel as in Python. cuda.syncthreads() stands outside the `if`, since
# all threads must reach it.
#
# A whole array is for a library: cupy.sort, or torch.sort. Both call CUB, whose radix sort is several times as fast as this.
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

    size = 2
    while size <= 512:
        distance = size // 2
        while distance > 0:
            for pair in range(t, 256, 128):
                i = pair // distance * 2 * distance + pair % distance
                j = i + distance
                up = i & size == 0
                if (place[i] > place[j]) == up:
                    place[i], place[j] = place[j], place[i]
            cuda.syncthreads()
            distance //= 2
        size *= 2

    for i in range(t, last - first, 128):
        data[first + i] = place[i]
