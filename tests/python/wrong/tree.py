# says: is written on line 16 by .* and read on line 16 by another warp of the block
# line: 16
# frames: 0
import numpy as np
from numba import cuda, float32


@cuda.jit
def partial_sums(values, partial):
    scratch = cuda.shared.array(128, dtype=float32)
    lane = cuda.threadIdx.x
    scratch[lane] = values[cuda.grid(1)]
    cuda.syncthreads()
    step = 64
    while step > 0:
        if lane < step: scratch[lane] += scratch[lane + step]
        step //= 2
    if lane == 0:
        partial[cuda.blockIdx.x] = scratch[0]


partial_sums[4, 128](cuda.to_device(np.ones(512, np.float32)), cuda.device_array(4, np.float32))
cuda.synchronize()
