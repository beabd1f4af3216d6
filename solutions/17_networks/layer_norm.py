# Two sums, one after the other: the variance needs the mean first. The second pass costs little, since the row lies in the
# L1 cache by then.
#
# A device function gets a shared array like any other: `part` is an argument, and each of the two calls has one of its own.
# Shuffles add within a warp, then every thread reads the four sums.
#
# float32(w): int32 divided by int32 is a float64 in Numba, and so is float32 divided by int32. A float64 costs ten times as
# much or more on most GPUs, and x - mean would be one for every number of the row.
import math

from numba import cuda, float32


@cuda.jit(device=True)
def sum_of_block(v, part):
    s = 16
    while s > 0:
        v += cuda.shfl_xor_sync(0xffffffff, v, s)
        s //= 2
    part[cuda.threadIdx.x // 32] = v
    cuda.syncthreads()
    return part[0] + part[1] + part[2] + part[3]


@cuda.jit
def layer_norm(y, x, gamma, beta, w, h):
    first = cuda.shared.array(4, float32)
    second = cuda.shared.array(4, float32)
    r, t = cuda.blockIdx.x, cuda.threadIdx.x

    total = float32(0)
    for i in range(t, w, 128):
        total += x[r, i]
    mean = sum_of_block(total, first) / float32(w)

    squares = float32(0)
    for i in range(t, w, 128):
        d = x[r, i] - mean
        squares += d * d
    factor = float32(1) / math.sqrt(sum_of_block(squares, second) / float32(w) + float32(1e-5))

    for i in range(t, w, 128):
        y[r, i] = (x[r, i] - mean) * factor * gamma[i] + beta[i]
