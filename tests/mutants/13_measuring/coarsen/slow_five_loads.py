# Right, but loads five numbers for each point.
# Expect: too-slow global_requests
from numba import cuda, float32


@cuda.jit
def coarsen(out, x, w, h):
    col, first = cuda.grid(1), cuda.blockIdx.y * 8
    if col >= w:
        return
    for r in range(first, min(first + 8, h)):
        out[r, col] = (x[max(r - 2, 0), col] + float32(4) * x[max(r - 1, 0), col] + float32(6) * x[r, col] +
                       float32(4) * x[min(r + 1, h - 1), col] + x[min(r + 2, h - 1), col]) * float32(1 / 16)
