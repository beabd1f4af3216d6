# Shuffles by exclusive or.
# Expect: passed
from numba import cuda, float32


@cuda.jit
def spmv_warp(y, row, col, value, x, n):
    thread = cuda.threadIdx.x + cuda.blockIdx.x * cuda.blockDim.x
    i = thread // 32
    if i < n:
        part = float32(0)
        k = row[i] + cuda.laneid
        while k < row[i + 1]:
            part += x[col[k]] * value[k]
            k += 32
        for bit in (1, 2, 4, 8, 16):
            part += cuda.shfl_xor_sync(0xffffffff, part, bit)
        if cuda.laneid == 31:
            y[i] = part
