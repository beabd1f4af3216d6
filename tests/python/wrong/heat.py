# says: data race.*u\[|race.*u\[|u\[.*
# line: 11
import numpy as np
from numba import cuda


@cuda.jit
def step(u, k):
    i, j = cuda.grid(2)
    if 0 < i < u.shape[0] - 1 and 0 < j < u.shape[1] - 1:
        u[i, j] = u[i, j] + k * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - 4 * u[i, j])


step[(2, 2), (16, 16)](np.ones((32, 32)), 0.2)
