# hunt_seed_add_shared: this kernel is wrong. Find out why, and fix it.
#
#   x   n numbers (float32); each block replaces its elements with the sums x + y, in reverse order
#   y   n numbers (float32)
#   n   the number of elements, x.size
#
# The launch: blocks of 256 threads, enough of them for at least n threads.
from numba import cuda, float32


@cuda.jit
def hunt_seed_add_shared(x, y, n):
    tile = cuda.shared.array(256, float32)
    count = min(256, n)
    i = cuda.threadIdx.x

    if i < count:
        tile[i] = x[i] + y[i]
        cuda.syncthreads()
        x[i] = tile[count - 1 - i]
