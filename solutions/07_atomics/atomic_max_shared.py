# Each level works in its own memory: a thread in registers, a block in shared memory, the grid in global memory.
# All but a few of the n comparisons happen in registers, and each block makes one global atomic.
#
# The neutral element of a maximum is the smallest number there is. If threads start with it, those without an
# element need no special case.
from numba import cuda, int32


LOWEST = -2147483648


@cuda.jit
def atomic_max_shared(best, x, n):
    top = cuda.shared.array(1, int32)
    if cuda.threadIdx.x == 0:
        top[0] = LOWEST
    cuda.syncthreads()

    mine = int32(LOWEST)
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        mine = max(mine, x[i])
    cuda.atomic.max(top, 0, mine)
    cuda.syncthreads()

    if cuda.threadIdx.x == 0:
        cuda.atomic.max(best, 0, top[0])
