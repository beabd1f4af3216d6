# Mistake: reads a neighbour that may have changed.
# Expect: data-race data-race-global
from numba import cuda, float32


@cuda.jit
def add_shared(x, n):
    i = cuda.grid(1)
    count = min(cuda.blockDim.x, n - cuda.blockIdx.x * cuda.blockDim.x)
    first = cuda.blockIdx.x * cuda.blockDim.x
    if i < n:
        x[i] += x[first + (cuda.threadIdx.x + 1) % count]
