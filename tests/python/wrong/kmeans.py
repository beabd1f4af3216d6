# says: different values to s\[0, 0\].*several blocks update this element.*cuda.atomic.add
# line: 27
# causes: 1
import numpy as np
from numba import cuda
@cuda.jit
def assign(x, c, lab):
    i = cuda.grid(1)
    if i < x.shape[0]:
        best = 0
        bd = 1e30
        for k in range(c.shape[0]):
            d = 0.0
            for j in range(x.shape[1]):
                t = x[i, j] - c[k, j]
                d += t * t
            if d < bd:
                bd = d
                best = k
        lab[i] = best
@cuda.jit
def accumulate(x, lab, s, cnt):
    i = cuda.grid(1)
    if i < x.shape[0]:
        k = lab[i]
        for j in range(x.shape[1]):
            s[k, j] += x[i, j]
        cuda.atomic.add(cnt, k, 1)
@cuda.jit
def update(c, s, cnt):
    k, j = cuda.grid(2)
    if k < c.shape[0] and j < c.shape[1] and cnt[k] > 0:
        c[k, j] = s[k, j] / cnt[k]
r = np.random.RandomState(1)
x = np.concatenate([r.normal(m, .3, (100, 2)) for m in (0, 3, 6)])
c = cuda.to_device(x[[0, 120, 250]]); dx = cuda.to_device(x); lab = cuda.device_array(300, np.int32)
for _ in range(5):
    s = cuda.to_device(np.zeros((3, 2))); cnt = cuda.to_device(np.zeros(3, np.int32))
    assign[10, 32](dx, c, lab); accumulate[10, 32](dx, lab, s, cnt); update[1, (4, 4)](c, s, cnt)
print(np.round(c.copy_to_host(), 1).tolist())
