# Without a tile: each thread loads the elements of the other end, and stores only behind the barrier.
# Expect: too-slow shared_requests
from numba import cuda, float32


@cuda.jit
def hunt_seed_add_shared(x, y, n):
    first = cuda.blockIdx.x * cuda.blockDim.x
    last = min(first + cuda.blockDim.x, n) - 1
    i = first + cuda.threadIdx.x
    total = float32(0)
    if i <= last:
        total = x[last - cuda.threadIdx.x] + y[last - cuda.threadIdx.x]
    cuda.syncthreads()
    if i <= last:
        x[i] = total
