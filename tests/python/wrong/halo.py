# says: reads tile\[.*; tile has 12 x 12 elements .*is the array as large as the block and its halo, and does every index stay
# line: 18
import numpy as np
from numba import cuda, float64

W = 12


@cuda.jit
def average(a, out):
    tile = cuda.shared.array((W, W), float64)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    for p in range(x, W, 8):
        for q in range(y, W, 8):
            tile[p, q] = a[p, q]
    cuda.syncthreads()
    for p in range(3):
        out[x, y] += tile[x + p + 3, y + 2]


average[1, (8, 8)](np.ones((W, W)), np.zeros((8, 8)))
