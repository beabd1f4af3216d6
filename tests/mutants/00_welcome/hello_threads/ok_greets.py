# A kernel can print.
# Expect: passed
from numba import cuda


@cuda.jit
def hello_threads(seat):
    t = cuda.threadIdx.x
    if t == 0:
        print("hello from thread", t)
    seat[t] = t
