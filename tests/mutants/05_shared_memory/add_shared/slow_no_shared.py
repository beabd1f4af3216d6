# No shared memory, but a barrier between reading and writing.
# Expect: too-slow shared_requests
from numba import cuda, float32


@cuda.jit
def add_shared(x, n):
    first = cuda.blockIdx.x * cuda.blockDim.x
    count = min(cuda.blockDim.x, n - first)
    t = cuda.threadIdx.x
    total = float32(0)
    if t < count:
        total = x[first + t] + x[first + (t + 1) % count]
    cuda.syncthreads()
    if t < count:
        x[first + t] = total
