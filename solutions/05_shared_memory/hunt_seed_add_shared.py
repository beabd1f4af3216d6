# Two mistakes, and a launch of one full block hides both.
#
# cuda.threadIdx.x alone is an index within the block. In the array, count from the block's first element; otherwise
# all blocks work on the same 256.
#
# A barrier waits for all threads of the block, so all must reach it: it cannot be inside an `if` that some of them
# do not enter. That splits the `if` in two, with the barrier between them.
from numba import cuda, float32


@cuda.jit
def hunt_seed_add_shared(x, y, n):
    tile = cuda.shared.array(256, float32)
    first = cuda.blockIdx.x * 256
    count = min(256, n - first)
    t = cuda.threadIdx.x

    if t < count:
        tile[t] = x[first + t] + y[first + t]
    cuda.syncthreads()
    if t < count:
        x[first + t] = tile[count - 1 - t]
