# says: pending|while
# line: 19
import numpy as np
from numba import cuda


@cuda.jit
def square(x):
    i = cuda.grid(1)
    x[i] *= x[i]


x = cuda.pinned_array(256, np.float32)
x[:] = 3
s = cuda.stream()
d = cuda.to_device(x, stream=s)
square[2, 128, s](d)
d.copy_to_host(x, stream=s)
print(x.sum())
