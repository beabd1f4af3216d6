# A tree in shared memory for each sum.
# Expect: passed
import math

from numba import cuda, float32


@cuda.jit(device=True)
def sum_of_tree(v, part):
    t = cuda.threadIdx.x
    cuda.syncthreads()
    part[t] = v
    cuda.syncthreads()
    for half in (64, 32, 16, 8, 4, 2, 1):
        if t < half:
            part[t] += part[t + half]
        cuda.syncthreads()
    return part[0]


@cuda.jit
def layer_norm(y, x, gamma, beta, w, h):
    part = cuda.shared.array(128, float32)
    r, t = cuda.blockIdx.x, cuda.threadIdx.x
    total = float32(0)
    for i in range(t, w, 128):
        total += x[r, i]
    mean = sum_of_tree(total, part) / float32(w)
    squares = float32(0)
    for i in range(t, w, 128):
        d = x[r, i] - mean
        squares += d * d
    deviation = math.sqrt(sum_of_tree(squares, part) / float32(w) + float32(1e-5))
    for i in range(t, w, 128):
        y[r, i] = (x[r, i] - mean) / deviation * gamma[i] + beta[i]
