# Mistake: the weight of the row's number.
# Expect: memory-error out-of-bounds
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
        y[r, i] = (x[r, i] - mean) * factor * gamma[r] + beta[i]  # <-- here
