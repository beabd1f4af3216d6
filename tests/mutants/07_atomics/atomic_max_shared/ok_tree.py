# Half of the threads compare with the other half, until one is left: no atomic in shared memory.
# Expect: passed
from numba import cuda, int32


@cuda.jit
def atomic_max_shared(best, x, n):
    largest = cuda.shared.array(256, int32)
    t = cuda.threadIdx.x
    step = cuda.blockDim.x * cuda.gridDim.x
    i = cuda.blockIdx.x * cuda.blockDim.x + t
    top = int32(-2147483648)
    while i < n:
        if x[i] > top:
            top = x[i]
        i += step
    largest[t] = top
    half = 128
    while half:
        cuda.syncthreads()
        if t < half:
            largest[t] = max(largest[t], largest[t + half])
        half >>= 1
    if t == 0:
        cuda.atomic.max(best, 0, largest[0])
