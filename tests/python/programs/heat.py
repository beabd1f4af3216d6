# heat.py - steps of the heat equation, two arrays in turn.
import numpy as np
from numba import cuda


@cuda.jit
def step(u, v, k):
    i, j = cuda.grid(2)
    if 0 < i < u.shape[0] - 1 and 0 < j < u.shape[1] - 1:
        v[i, j] = u[i, j] + k * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - 4 * u[i, j])


u = np.zeros((40, 30))
u[20, 10] = 100
a, b = cuda.to_device(u), cuda.to_device(u)
for _ in range(20):
    step[(5, 4), (8, 8)](a, b, 0.2)
    a, b = b, a
for _ in range(20):
    w = u.copy()
    w[1:-1, 1:-1] += 0.2 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4 * u[1:-1, 1:-1])
    u = w
print(np.allclose(a.copy_to_host(), u))
