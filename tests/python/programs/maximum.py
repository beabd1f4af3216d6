# maximum.py - one atomic for each element; then a tree in shared memory and one atomic for each block.
import numpy as np
from numba import cuda, int32


@cuda.jit
def max_atomic(x, result):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.max(result, 0, x[i])


@cuda.jit
def max_shared(x, result):
    part = cuda.shared.array(128, int32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    part[t] = x[i] if i < x.size else -2147483648
    cuda.syncthreads()
    step = 64
    while step > 0:
        if t < step:
            part[t] = max(part[t], part[t + step])
        cuda.syncthreads()
        step //= 2
    if t == 0:
        cuda.atomic.max(result, 0, part[0])


x = np.random.default_rng(1).integers(-1000, 100000, 5000).astype(np.int32)
for kernel in (max_atomic, max_shared):
    result = np.full(1, -2147483648, np.int32)
    kernel[(x.size + 127) // 128, 128](x, result)
    print(result[0] == x.max())
