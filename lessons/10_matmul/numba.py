from numba import cuda, float32

@cuda.jit                        # a thread for each element
def matmul(c, a, b, n):
    col, row = cuda.grid(2)
    if row < n and col < n:
        total = float32(0)
        for i in range(n):
            total += a[row, i] * b[i, col]
        c[row, col] = total
