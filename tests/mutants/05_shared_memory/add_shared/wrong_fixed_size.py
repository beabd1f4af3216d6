# Mistake: a fixed size of 256 for blocks of up to 1024 threads.
# Expect: memory-error out-of-bounds
from numba import cuda, float32


@cuda.jit
def add_shared(x, n):
    old = cuda.shared.array(256, float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    count = min(cuda.blockDim.x, n - cuda.blockIdx.x * cuda.blockDim.x)
    if i < n:
        old[t] = x[i]  # <-- here
    cuda.syncthreads()
    if i < n:
        x[i] += old[(t + 1) % count]
