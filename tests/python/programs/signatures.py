# signatures.py - kernels with signatures, options and a cache; forall; an exception of a kernel for debugging.
import numpy as np
from numba import cuda, int32, void


@cuda.jit('void(float32[:], float32[::1], float32)', fastmath=True)
def saxpy(y, x, a):
    i = cuda.grid(1)
    if i < x.size:
        y[i] += a * x[i]


@cuda.jit(void(int32[:, :], int32), max_registers=40)
def fill(m, v):
    i, j = cuda.grid(2)
    if i < m.shape[0] and j < m.shape[1]:
        m[i, j] = v


@cuda.jit(cache=True)
def count(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = i


@cuda.jit(debug=True, opt=False)
def checked(x, n):
    i = cuda.grid(1)
    if i >= n:
        raise ValueError("too far")
    x[i] = i


y, m, c = np.ones(100, np.float32), np.zeros((5, 6), np.int32), np.zeros(10)
saxpy[4, 32](y, np.arange(100, dtype=np.float32), 2)
fill[(1, 1), (8, 8)](m, 3)
count.forall(10)(c)
print(y[99], m.sum(), c.sum())
try:
    checked[1, 32](np.zeros(32), 30)
except ValueError as error:
    print(str(error).split(':')[-1].strip())
