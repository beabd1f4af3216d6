# Mistake: no barrier before the result is read.
# Expect: data-race data-race-shared
from numba import cuda, int32


@cuda.jit
def atomic_max_shared(best, x, n):
    top = cuda.shared.array(1, int32)
    if cuda.threadIdx.x == 0:
        top[0] = -2147483648
    cuda.syncthreads()
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        cuda.atomic.max(top, 0, x[i])
    if cuda.threadIdx.x == 0:
        cuda.atomic.max(best, 0, top[0])
