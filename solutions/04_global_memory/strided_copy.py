# A block copies its 2048 elements in eight steps of 256. In each step thread t takes the t-th of 256 neighbours, so a warp's 32
# loads fall into 128 contiguous bytes: four sectors, and every byte that moves is used. With eight neighbours for each thread the
# lanes would be 32 bytes apart, in 32 sectors.
#
# x[first + k * 256] in a loop is what the slice x[first::256] would be in NumPy: a stride for the thread, and none between threads.
# That the threads are neighbours counts, not that a thread's own elements are.
from numba import cuda


@cuda.jit
def strided_copy(out, x, n):
    first = cuda.blockIdx.x * 2048 + cuda.threadIdx.x
    for k in range(8):
        i = first + k * 256
        if i < n:
            out[i] = x[i]
