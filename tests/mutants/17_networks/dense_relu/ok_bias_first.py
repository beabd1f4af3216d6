# The sum begins with the bias, and the tile of w lies in the other order.
# Expect: passed
from numba import cuda, float32


@cuda.jit
def dense_relu(y, x, w, b, m, n, k):
    a = cuda.shared.array((16, 16), float32)
    c = cuda.shared.array((16, 16), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    row = cuda.blockIdx.y * 16 + ty
    col = cuda.blockIdx.x * 16 + tx
    mine = row < m and col < n
    total = b[col] if mine else float32(0)
    for t in range(0, k, 16):
        a[ty, tx] = x[row, t + tx] if row < m and t + tx < k else float32(0)
        c[ty, tx] = w[t + ty, col] if t + ty < k and col < n else float32(0)
        cuda.syncthreads()
        for i in range(16):
            total += a[ty, i] * c[i, tx]
        cuda.syncthreads()
    if mine:
        y[row, col] = total if total > 0 else float32(0)
