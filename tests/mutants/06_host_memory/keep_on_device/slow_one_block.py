# Mistake: the data stays on the device, but a single block does all the work.
# Expect: rule-broken time
import numpy as np
from numba import cuda


@cuda.jit
def smooth(to, old):
    for i in range(cuda.threadIdx.x, old.size, cuda.blockDim.x):
        left = old[i - 1 if i > 0 else i]
        right = old[i + 1 if i < old.size - 1 else i]
        to[i] = (left + 2 * old[i] + right) // 4


def smooth_steps(x, n, steps):
    old, new = cuda.to_device(x), cuda.device_array(n, np.int32)
    for step in range(steps):
        smooth[1, 256](new, old)
        old, new = new, old
    old.copy_to_host(x)
