# A shuffle moves a register from lane to lane in one instruction. It needs no memory and no barrier: the shuffle itself makes the
# lanes that its mask names wait for each other. So no thread returns early; a lane without an element contributes a 0.
#
# int32(...) keeps the sum at 32 bits. With v += ... it would be an int64, which Numba moves by two shuffles: right, and twice the work.
#
# NumPy would say x.reshape(-1, 32).sum(axis=1), and cupy does that with kernels like this one.
from numba import cuda, int32


@cuda.jit
def warp_sum(out, x, n):
    i = cuda.grid(1)
    v = x[i] if i < n else int32(0)
    for k in range(5):
        v = int32(v + cuda.shfl_down_sync(0xffffffff, v, 16 >> k))
    if i % 32 == 0 and i < n:
        out[i // 32] = v
