# The grid-stride loop. cuda.gridsize(1) is the number of threads of the whole grid, and the end of the range is
# also the guard: it is right for any n and any launch, down to one thread.
#
# In each step the threads work side by side, so a warp accesses one contiguous stretch of memory.
from numba import cuda


@cuda.jit
def grid_stride(x, n):
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        x[i] = x[i] * x[i]
