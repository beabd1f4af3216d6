from numba import cuda

@cuda.jit
def count(counter, x, limit, n):
    i = cuda.grid(1)
    if i < n and x[i] > limit:
        cuda.atomic.add(counter, 0, 1)   # the array, the index, the value
