# Mistake: takes the neighbour's seat; for the last thread there is none.
# Expect: memory-error out-of-bounds
from numba import cuda


@cuda.jit
def hello_threads(seat):
    seat[cuda.threadIdx.x + 1] = cuda.threadIdx.x  # <-- here
