# matmul.py - a naive product, and one with tiles in shared memory whose last tiles hang over the edges.
import numpy as np
from numba import cuda, float32

T = 16


@cuda.jit
def matmul(a, b, c):
    i, j = cuda.grid(2)
    if i < c.shape[0] and j < c.shape[1]:
        s = float32(0)
        for k in range(a.shape[1]):
            s += a[i, k] * b[k, j]
        c[i, j] = s


@cuda.jit
def matmul_shared(a, b, c):
    left = cuda.shared.array((T, T), float32)
    right = cuda.shared.array((T, T), float32)
    i, j = cuda.grid(2)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    s = float32(0)
    for t in range((a.shape[1] + T - 1) // T):
        left[x, y] = a[i, t * T + y] if i < a.shape[0] and t * T + y < a.shape[1] else 0
        right[x, y] = b[t * T + x, j] if t * T + x < b.shape[0] and j < b.shape[1] else 0
        cuda.syncthreads()
        for k in range(T):
            s += left[x, k] * right[k, y]
        cuda.syncthreads()
    if i < c.shape[0] and j < c.shape[1]:
        c[i, j] = s


rng = np.random.default_rng(1)
a = rng.random((50, 37), dtype=np.float32)
b = rng.random((37, 41), dtype=np.float32)
for kernel in (matmul, matmul_shared):
    c = cuda.device_array((50, 41), np.float32)
    kernel[(4, 3), (T, T)](cuda.to_device(a), cuda.to_device(b), c)
    print(np.allclose(c.copy_to_host(), a @ b, rtol=1e-4))
