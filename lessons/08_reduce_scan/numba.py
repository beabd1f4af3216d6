from numba import cuda, float32

@cuda.jit
def warp_sum(out, x, n):
    i = cuda.grid(1)
    v = x[i] if i < n else float32(0)
    for d in (16, 8, 4, 2, 1):
        v += cuda.shfl_down_sync(0xffffffff, v, d)
    if i % 32 == 0 and i < n:
        out[i // 32] = v
