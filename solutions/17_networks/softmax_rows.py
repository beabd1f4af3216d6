# Three passes over the row: the largest score, the sum, the results. Only the first one loads from the device's memory,
# if the row is short enough to stay in the L1 cache: 4096 floats are 16 KiB.
#
# Two trees in two arrays. In one array the sums would overwrite the maximum, which a slow thread may still be reading:
# that needs one more barrier.
#
# float32(0) and float32(1): a sum that begins with 0.0 is a float64, and costs ten times as much on most GPUs.
import math

from numba import cuda, float32


@cuda.jit
def softmax_rows(y, x, w, h):
    largest = cuda.shared.array(128, float32)
    sums = cuda.shared.array(128, float32)
    r, t = cuda.blockIdx.x, cuda.threadIdx.x

    most = float32(-math.inf)
    for i in range(t, w, 128):
        most = max(most, x[r, i])
    largest[t] = most
    cuda.syncthreads()
    for half in (64, 32, 16, 8, 4, 2, 1):
        if t < half:
            largest[t] = max(largest[t], largest[t + half])
        cuda.syncthreads()
    most = largest[0]

    total = float32(0)
    for i in range(t, w, 128):
        total += math.exp(x[r, i] - most)
    sums[t] = total
    cuda.syncthreads()
    for half in (64, 32, 16, 8, 4, 2, 1):
        if t < half:
            sums[t] += sums[t + half]
        cuda.syncthreads()
    share = float32(1) / sums[0]

    for i in range(t, w, 128):
        y[r, i] = math.exp(x[r, i] - most) * share
