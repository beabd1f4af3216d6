# With a single block the number in the grid is the number in the block.
# Expect: passed
from numba import cuda


@cuda.jit
def hello_threads(seat):
    i = cuda.grid(1)
    if i < seat.size:
        seat[i] = i
