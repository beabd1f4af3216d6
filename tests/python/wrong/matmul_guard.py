# says: reads A\[20, 0\]; A has 20 x 24 elements
# line: 17
# causes: 1
import numpy as np
from numba import cuda, float32
TPB = 8
@cuda.jit
def mm(A, B, C):
    sA = cuda.shared.array((TPB, TPB), float32)
    sB = cuda.shared.array((TPB, TPB), float32)
    x, y = cuda.grid(2)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    if x >= C.shape[0] and y >= C.shape[1]:
        return
    tmp = float32(0)
    for i in range(A.shape[1] // TPB):
        sA[tx, ty] = A[x, ty + i * TPB]
        sB[tx, ty] = B[tx + i * TPB, y]
        cuda.syncthreads()
        for j in range(TPB):
            tmp += sA[tx, j] * sB[j, ty]
        cuda.syncthreads()
    C[x, y] = tmp
A = np.ones((20, 24), np.float32); B = np.ones((24, 20), np.float32); C = np.zeros((20, 20), np.float32)
mm[(3, 3), (TPB, TPB)](A, B, C)
print(C[0])
