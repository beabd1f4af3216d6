# Mistake: a function that the kernel calls reads behind the end.
# Expect: memory-error out-of-bounds
from numba import cuda


@cuda.jit(device=True)
def sum_of(a, b, i):
    return a[i] + b[i + 1]  # <-- here


@cuda.jit
def add(out, a, b, n):
    i = cuda.grid(1)
    if i < n:
        out[i] = sum_of(a, b, i)
