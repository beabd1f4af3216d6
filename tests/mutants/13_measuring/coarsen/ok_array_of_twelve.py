# All twelve numbers first, then the eight results.
# Expect: passed
from numba import cuda, float32


@cuda.jit
def coarsen(out, x, w, h):
    col, first = cuda.grid(1), cuda.blockIdx.y * 8
    if col >= w:
        return
    v = cuda.local.array(12, float32)
    for k in range(12):
        v[k] = x[min(max(first + k - 2, 0), h - 1), col]
    for k in range(8):
        if first + k < h:
            out[first + k, col] = (v[k] + float32(4) * (v[k + 1] + v[k + 3]) + float32(6) * v[k + 2] + v[k + 4]) * float32(1 / 16)
