# In float64, as Python counts.
# Expect: passed
import math

from numba import cuda, float32


@cuda.jit
def adam_step(w, m, v, g, n, rate, beta1, beta2, c1, c2, eps, decay):
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        mean = beta1 * m[i] + (1.0 - beta1) * g[i]
        square = beta2 * v[i] + (1.0 - beta2) * g[i] ** 2
        w[i] = w[i] * (1.0 - rate * decay) - rate * mean / c1 / (math.sqrt(square / c2) + eps)
        m[i] = mean
        v[i] = square
