# says: s\[32\] is written on line 21.*end each round with cuda.syncthreads
# line: 21
# causes: 1
import numpy as np
from numba import cuda, float64
TPB = 128
@cuda.jit
def grad(X, y, w, g):
    s = cuda.shared.array(TPB, float64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    e = 0.0
    if i < y.size:
        e = w[1] * X[i] + w[0] - y[i]
    for j in range(2):
        s[t] = e * (X[i] if j == 1 and i < y.size else 1.0)
        cuda.syncthreads()
        n = TPB // 2
        while n > 0:
            if t < n:
                s[t] += s[t + n]
            n //= 2
        if t == 0:
            cuda.atomic.add(g, j, s[0])
        cuda.syncthreads()
@cuda.jit
def upd(w, g, lr):
    i = cuda.threadIdx.x
    w[i] -= lr * g[i]
    g[i] = 0
X = np.linspace(0, 1, 300); y = 2 + 3 * X
w = cuda.to_device(np.zeros(2)); g = cuda.to_device(np.zeros(2)); dX = cuda.to_device(X); dy = cuda.to_device(y)
for _ in range(150):
    grad[3, TPB](dX, dy, w, g)
    upd[1, 2](w, g, 1.2 / 300)
print(np.round(w.copy_to_host(), 1))
