# In float64 from the first sum on: right, and fast enough.
# Expect: passed
import math

from numba import cuda, float64


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
    first = cuda.shared.array(4, float64)
    second = cuda.shared.array(4, float64)
    r, t = cuda.blockIdx.x, cuda.threadIdx.x
    total, squares = 0.0, 0.0
    for i in range(t, w, 128):
        total += x[r, i]
    mean = sum_of_block(total, first) / w
    for i in range(t, w, 128):
        squares += (x[r, i] - mean) ** 2
    factor = 1 / math.sqrt(sum_of_block(squares, second) / w + 1e-5)
    for i in range(t, w, 128):
        y[r, i] = (x[r, i] - mean) * factor * gamma[i] + beta[i]
