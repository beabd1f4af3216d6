# Two tiles, and each element that a block loads is used 16 times. Zeros beyond the edges add nothing. Bias and ReLU
# come last, while the sum is still in a register: as kernels of their own they would read and write all of y again.
from numba import cuda, float32


@cuda.jit
def dense_relu(y, x, w, b, m, n, k):
    tile_x = cuda.shared.array((16, 16), float32)
    tile_w = cuda.shared.array((16, 16), float32)
    col, row = cuda.grid(2)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    total = float32(0)

    for t in range(0, k, 16):
        tile_x[ty, tx] = float32(0)
        tile_w[ty, tx] = float32(0)
        if row < m and t + tx < k:
            tile_x[ty, tx] = x[row, t + tx]
        if t + ty < k and col < n:
            tile_w[ty, tx] = w[t + ty, col]
        cuda.syncthreads()
        for i in range(16):
            total += tile_x[ty, i] * tile_w[i, tx]
        cuda.syncthreads()
    if row < m and col < n:
        y[row, col] = max(total + b[col], float32(0))
