# Mistake: adds the bias after ReLU.
# Expect: wrong-answer
from numba import cuda, float32


@cuda.jit
def dense_relu(y, x, w, b, m, n, k):
    col, row = cuda.grid(2)
    if row < m and col < n:
        total = float32(0)
        for i in range(k):
            total += x[row, i] * w[i, col]
        y[row, col] = max(total, float32(0)) + b[col]
