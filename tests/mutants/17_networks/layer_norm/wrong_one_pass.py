# Mistake: the mean of the squares minus the square of the mean: a difference of large numbers.
# Expect: wrong-answer
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
    total, squares = float32(0), float32(0)
    for i in range(t, w, 128):
        total += x[r, i]
        squares += x[r, i] * x[r, i]
    mean = sum_of_block(total, first) / float32(w)
    var = sum_of_block(squares, second) / float32(w) - mean * mean
    factor = float32(1) / math.sqrt(max(var, float32(0)) + float32(1e-5))
    for i in range(t, w, 128):
        y[r, i] = (x[r, i] - mean) * factor * gamma[i] + beta[i]
