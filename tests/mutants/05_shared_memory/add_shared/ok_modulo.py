# The neighbour by a remainder.
# Expect: passed
from numba import cuda, float32


@cuda.jit
def add_shared(x, n):
    old = cuda.shared.array(0, float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    count = min(cuda.blockDim.x, n - cuda.blockIdx.x * cuda.blockDim.x)
    if i < n:
        old[t] = x[i]
    cuda.syncthreads()
    if i < n:
        x[i] += old[(t + 1) % count]
