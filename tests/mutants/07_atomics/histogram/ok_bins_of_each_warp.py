# Bins of its own for each of the eight warps.
# Expect: passed
from numba import cuda, int32


@cuda.jit
def histogram(bins, x, n):
    mine = cuda.shared.array((8, 256), int32)
    t = cuda.threadIdx.x
    for warp in range(8):
        mine[warp, t] = 0
    cuda.syncthreads()
    i = cuda.grid(1)
    while i < n:
        cuda.atomic.add(mine, (t // 32, x[i]), 1)
        i += cuda.gridDim.x * cuda.blockDim.x
    cuda.syncthreads()
    total = int32(0)
    for warp in range(8):
        total += mine[warp, t]
    if total:
        cuda.atomic.add(bins, t, total)
