# Mistake: all threads write to the first seat.
# Expect: data-race data-race-global
from numba import cuda


@cuda.jit
def hello_threads(seat):
    seat[0] = cuda.threadIdx.x  # <-- here
