from numba import cuda

@cuda.jit
def negate(m, rows, cols):
    x, y = cuda.grid(2)                      # x first, as in CUDA
    if y < rows and x < cols:
        m[y, x] = -m[y, x]

@cuda.jit
def x_for_rows(m, rows, cols):
    i, j = cuda.grid(2)                      # now x is the row
    if i < rows and j < cols:
        m[i, j] = -m[i, j]
