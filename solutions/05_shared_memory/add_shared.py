# Each thread keeps its number in a register and shares it through `old`, where its neighbour reads it. Without
# that copy, the neighbour might already have changed its number in x. All threads of the block reach the
# barrier, even those without an element, because it is outside the `if`.
from numba import cuda, float32


@cuda.jit
def add_shared(x, n):
    old = cuda.shared.array(0, float32)
    first = cuda.blockIdx.x * cuda.blockDim.x
    count = min(cuda.blockDim.x, n - first)
    t = cuda.threadIdx.x

    mine = float32(0)
    if t < count:
        mine = x[first + t]
        old[t] = mine
    cuda.syncthreads()
    if t < count:
        x[first + t] = mine + old[t + 1 if t + 1 < count else 0]
