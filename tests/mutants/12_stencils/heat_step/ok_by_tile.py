# The block's points and their neighbours, in shared memory.
# Expect: passed
from numba import cuda, float32


@cuda.jit
def heat_step(out, old, source, w, h):
    plate = cuda.shared.array((10, 34), float32)
    x0 = cuda.blockIdx.x * 32 - 1
    y0 = cuda.blockIdx.y * 8 - 1
    k = cuda.threadIdx.y * 32 + cuda.threadIdx.x
    while k < 340:
        i, j = divmod(k, 34)
        if 0 <= y0 + i < h and 0 <= x0 + j < w:
            plate[i, j] = old[y0 + i, x0 + j]
        k += 256
    cuda.syncthreads()
    j, i = cuda.threadIdx.x + 1, cuda.threadIdx.y + 1
    x, y = x0 + j, y0 + i
    if x >= w or y >= h:
        return
    inside = y > 0 and x > 0 and y + 1 < h and x + 1 < w
    if not inside:
        out[y, x] = plate[i, j]
        return
    near = plate[i - 1, j]
    near += plate[i + 1, j]
    near += plate[i, j - 1]
    near += plate[i, j + 1]
    out[y, x] = float32(0.25) * near + float32(0.25) * source[y, x]
