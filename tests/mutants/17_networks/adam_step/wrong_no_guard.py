# Mistake: no guard.
# Expect: memory-error out-of-bounds
import math

from numba import cuda, float32


@cuda.jit
def adam_step(w, m, v, g, n, rate, beta1, beta2, c1, c2, eps, decay):
    i = cuda.grid(1)
    m[i] = beta1 * m[i] + (1 - beta1) * g[i]  # <-- here
    v[i] = beta2 * v[i] + (1 - beta2) * g[i] * g[i]
    w[i] -= rate * (m[i] / c1 / (math.sqrt(v[i] / c2) + eps) + decay * w[i])
