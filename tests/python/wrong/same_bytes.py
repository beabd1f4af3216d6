# says: f32 and i32 are the same bytes.*a slice behind the first
# line: 13
# causes: 1
import numpy as np
from numba import cuda, float32, int32
@cuda.jit
def f(out_f, out_i, n):
    f32 = cuda.shared.array(0, dtype=float32)
    i32 = cuda.shared.array(0, dtype=int32)
    t = cuda.threadIdx.x
    if t < n:
        f32[t] = t * 0.5
        i32[t] = t * 2
    cuda.syncthreads()
    if t < n:
        out_f[t] = f32[n - 1 - t]
        out_i[t] = i32[n - 1 - t]
n = 50
a = np.zeros(n, np.float32); b = np.zeros(n, np.int32)
f[1, 64, 0, n * 4 + n * 4](a, b, n)
print(a[:3], b[:3])
