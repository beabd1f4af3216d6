# block_sort: sorts each segment of an array, one block for each.
#
#   data       all numbers (int32), sorted in place
#   begin      segments + 1 positions: segment s has data[begin[s]] to data[begin[s + 1] - 1], at most 512 numbers
#   segments   how many there are
#
# The launch: one block of 128 threads for each segment.
from numba import cuda, int32

LARGEST = 2147483647


@cuda.jit
def block_sort(data, begin, segments):
    place = cuda.shared.array(512, int32)
    t = cuda.threadIdx.x
    first, last = begin[cuda.blockIdx.x], begin[cuda.blockIdx.x + 1]

    # YOUR CODE HERE: fill all 512 elements, sort them, store those that belong to the segment
