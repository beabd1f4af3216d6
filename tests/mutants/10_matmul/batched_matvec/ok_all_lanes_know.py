# Shuffles by exclusive or: all lanes know the sum, the last one stores it.
# Expect: passed
from numba import cuda, float32

ALL = 0xffffffff


@cuda.jit(device=True)
def warp_sum(value):
    for bit in (16, 8, 4, 2, 1):
        value = value + cuda.shfl_xor_sync(ALL, value, bit)
    return value


@cuda.jit
def batched_matvec(y, a, x, m, n, count):
    lane = cuda.laneid
    p = cuda.blockIdx.y
    r = cuda.threadIdx.y + cuda.blockIdx.x * cuda.blockDim.y
    if r < m:
        matrix_row = a[p, r]
        vector = x[p]
        s0 = float32(0)
        s1 = float32(0)
        k = lane
        while k + 32 < n:
            s0 += matrix_row[k] * vector[k]
            s1 += matrix_row[k + 32] * vector[k + 32]
            k += 64
        if k < n:
            s0 += matrix_row[k] * vector[k]
        result = warp_sum(s0 + s1)
        if lane == 31:
            y[p, r] = result
