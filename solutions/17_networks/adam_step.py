# Four loads and three stores for each weight: each number moves once, and nothing else matters. float32(1) keeps the
# arithmetic in float32.
import math

from numba import cuda, float32


@cuda.jit
def adam_step(w, m, v, g, n, rate, beta1, beta2, c1, c2, eps, decay):
    i = cuda.grid(1)
    if i >= n:
        return
    gradient = g[i]
    old = w[i]
    mean = beta1 * m[i] + (float32(1) - beta1) * gradient
    square = beta2 * v[i] + (float32(1) - beta2) * gradient * gradient
    m[i] = mean
    v[i] = square
    w[i] = old - rate * (mean / c1 / (math.sqrt(square / c2) + eps) + decay * old)
