# Each warp adds its 32 numbers by shuffles; the first warp adds the eight sums.
# Expect: passed
from numba import cuda, int32


@cuda.jit
def block_sum(out, x, n):
    sums = cuda.shared.array(8, int32)
    t, i = cuda.threadIdx.x, cuda.grid(1)
    part = int32(0)
    if i < n:
        part = x[i]
    for step in (16, 8, 4, 2, 1):
        part += cuda.shfl_down_sync(0xffffffff, part, step)
    if t % 32 == 0:
        sums[t // 32] = part
    cuda.syncthreads()
    if t == 0:
        total = int32(0)
        for k in range(8):
            total += sums[k]
        out[cuda.blockIdx.x] = total
