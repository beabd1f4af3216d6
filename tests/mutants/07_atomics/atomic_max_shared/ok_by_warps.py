# Each warp compares by shuffles, and its first lane tells the block.
# Expect: passed
from numba import cuda, int32


@cuda.jit
def atomic_max_shared(best, x, n):
    of_warps = cuda.shared.array(8, int32)
    lane, warp = cuda.threadIdx.x % 32, cuda.threadIdx.x // 32
    seen = int32(-2147483648)
    for k in range(cuda.threadIdx.x + cuda.blockIdx.x * 256, n, 256 * cuda.gridDim.x):
        seen = x[k] if x[k] > seen else seen
    for distance in (16, 8, 4, 2, 1):
        other = cuda.shfl_xor_sync(0xffffffff, seen, distance)
        if other > seen:
            seen = other
    if lane == 0:
        of_warps[warp] = seen
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        for w in range(1, 8):
            seen = max(seen, of_warps[w])
        cuda.atomic.max(best, 0, seen)
