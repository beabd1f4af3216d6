# Mistake: reads what another thread puts into shared memory, without waiting.
# Expect: data-race data-race-shared
from numba import cuda, float32


@cuda.jit
def add(out, a, b, n):
    s = cuda.shared.array(256, float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    if i < n:
        s[t] = a[i]
    j = cuda.blockDim.x - 1 - t
    k = cuda.blockIdx.x * cuda.blockDim.x + j
    if k < n:
        out[k] = s[j] + b[k]
