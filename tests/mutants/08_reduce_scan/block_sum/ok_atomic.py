# One place in shared memory, to which all threads add.
# Expect: passed
from numba import cuda, int32


@cuda.jit
def block_sum(out, x, n):
    total = cuda.shared.array(1, int32)
    i = cuda.grid(1)
    if cuda.threadIdx.x == 0:
        total[0] = 0
    cuda.syncthreads()
    if i < n:
        cuda.atomic.add(total, 0, x[i])
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        out[cuda.blockIdx.x] = total[0]
