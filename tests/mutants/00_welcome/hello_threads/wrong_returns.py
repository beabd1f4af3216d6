# Mistake: returns the number. A kernel returns nothing.
# Expect: compile-error
from numba import cuda


@cuda.jit
def hello_threads(seat):
    return cuda.threadIdx.x
