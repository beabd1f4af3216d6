# says: the host reads a pinned or mapped array while the copy.*copied on line 16
# line: 17
# causes: 1
import numpy as np
from numba import cuda
@cuda.jit
def k(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= 2
s = cuda.stream()
h = cuda.pinned_array(1000)
h[:] = 1
d = cuda.to_device(h, stream=s)
k[8, 128, s](d)
d.copy_to_host(h, stream=s)
print(h.sum())
