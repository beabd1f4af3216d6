# Mistake: the number of the block, which is 0 for all.
# Expect: wrong-answer
from numba import cuda


@cuda.jit
def hello_threads(seat):
    seat[cuda.threadIdx.x] = cuda.blockIdx.x
