# The lanes' sums meet in shared memory: half of them add the other half's, five times.
# Expect: passed
from numba import cuda, float32


@cuda.jit
def batched_matvec(y, a, x, m, n, count):
    sums = cuda.shared.array((32, 32), float32)
    batch = cuda.blockIdx.y
    j = cuda.threadIdx.x
    w = cuda.threadIdx.y
    r = cuda.blockDim.y * cuda.blockIdx.x + w
    sums[w, j] = 0
    if r < m:
        k = j
        part = float32(0)
        while k < n:
            part += x[batch, k] * a[batch, r, k]
            k += 32
        sums[w, j] = part
    cuda.syncthreads()
    half = 16
    while half >= 1:
        if j < half:
            sums[w, j] += sums[w, j + half]
        cuda.syncthreads()
        half = half // 2
    if r < m and j == 0:
        y[batch, r] = sums[w, 0]
