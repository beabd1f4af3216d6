# Mistake: counts before the other threads have set their bins to 0.
# Expect: data-race data-race-shared
from numba import cuda, int32


@cuda.jit
def histogram(bins, x, n):
    mine = cuda.shared.array(256, int32)
    t = cuda.threadIdx.x
    mine[t] = 0
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        cuda.atomic.add(mine, x[i], 1)  # <-- here
    cuda.syncthreads()
    cuda.atomic.add(bins, t, mine[t])
