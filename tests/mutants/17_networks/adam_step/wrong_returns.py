# Mistake: makes names of its own for the new means, and does not store them.
# Expect: wrong-answer
import math

from numba import cuda, float32


@cuda.jit
def adam_step(w, m, v, g, n, rate, beta1, beta2, c1, c2, eps, decay):
    i = cuda.grid(1)
    if i < n:
        mean = beta1 * m[i] + (1 - beta1) * g[i]
        square = beta2 * v[i] + (1 - beta2) * g[i] * g[i]
        w[i] -= rate * (mean / c1 / (math.sqrt(square / c2) + eps) + decay * w[i])
