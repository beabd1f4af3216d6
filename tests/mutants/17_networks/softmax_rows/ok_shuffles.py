# Shuffles within a warp, four results in shared memory; the exponentials are stored, and scaled at the end.
# Expect: passed
import math

from numba import cuda, float32


@cuda.jit
def softmax_rows(y, x, w, h):
    largest = cuda.shared.array(4, float32)
    sums = cuda.shared.array(4, float32)
    r, t = cuda.blockIdx.x, cuda.threadIdx.x
    most = float32(-math.inf)
    for i in range(t, w, cuda.blockDim.x):
        most = max(most, x[r, i])
    for bit in (16, 8, 4, 2, 1):
        most = max(most, cuda.shfl_xor_sync(0xffffffff, most, bit))
    if t % 32 == 0:
        largest[t // 32] = most
    cuda.syncthreads()
    most = max(max(largest[0], largest[1]), max(largest[2], largest[3]))
    total = float32(0)
    for i in range(t, w, cuda.blockDim.x):
        e = math.exp(x[r, i] - most)
        y[r, i] = e
        total += e
    for bit in (16, 8, 4, 2, 1):
        total += cuda.shfl_xor_sync(0xffffffff, total, bit)
    if t % 32 == 0:
        sums[t // 32] = total
    cuda.syncthreads()
    total = sums[0] + sums[1] + sums[2] + sums[3]
    for i in range(t, w, cuda.blockDim.x):
        y[r, i] /= total
