# says: reads u\[0, 1\], which nothing has written.*its borders too
# line: 10
# causes: 1
import numpy as np
from numba import cuda
@cuda.jit
def step(u, v, c):
    i, j = cuda.grid(2)
    if 0 < i < u.shape[0] - 1 and 0 < j < u.shape[1] - 1:
        v[i, j] = u[i, j] + c * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - 4 * u[i, j])
u0 = np.zeros((60, 44)); u0[20:30, 20:30] = 100
u = cuda.to_device(u0); v = cuda.device_array_like(u0)
b = (16, 16); g = (4, 3)
r = u0.copy()
for _ in range(20):
    step[g, b](u, v, .1)
    u, v = v, u
    q = r.copy(); q[1:-1, 1:-1] += .1 * (r[:-2, 1:-1] + r[2:, 1:-1] + r[1:-1, :-2] + r[1:-1, 2:] - 4 * r[1:-1, 1:-1]); r = q
assert np.allclose(u.copy_to_host(), r); print('ok')
