# Mistake: no guard.
# Expect: memory-error out-of-bounds
from numba import cuda, float32


@cuda.jit
def dense_relu(y, x, w, b, m, n, k):
    col, row = cuda.grid(2)
    total = float32(0)
    for i in range(k):
        total += x[row % m, i] * w[i, col % n]
    y[row, col] = max(total + b[col % n], float32(0))  # <-- here
