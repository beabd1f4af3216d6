# While the block multiplies a pair of tiles, each thread already holds its elements of the next pair.
# Expect: passed
from numba import cuda, float32


@cuda.jit
def matmul_tiled(c, a, b, m, n, k):
    left = cuda.shared.array(shape=(32, 32), dtype=float32)
    right = cuda.shared.array(shape=(32, 32), dtype=float32)
    x = cuda.threadIdx.x
    y = cuda.threadIdx.y
    row = cuda.blockIdx.y * 32 + y
    col = cuda.blockIdx.x * 32 + x
    next_a = a[row, x]
    next_b = b[y, col]
    sum_even = float32(0)
    sum_odd = float32(0)
    done = 0
    while done < k:
        left[y, x] = next_a
        right[y, x] = next_b
        cuda.syncthreads()
        done += 32
        if done < k:
            next_a = a[row, done + x]
            next_b = b[done + y, col]
        j = 0
        while j < 32:
            sum_even += left[y, j] * right[j, x]
            sum_odd += left[y, j + 1] * right[j + 1, x]
            j += 2
        cuda.syncthreads()
    c[row, col] = sum_even + sum_odd
