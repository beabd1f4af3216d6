# says: memory of device 0.*enable_peer_access.the context of device 0
# line: 11
# causes: 1
# options: --devices 2
import numpy as np
from numba import cuda
@cuda.jit
def k(x, v):
    i = cuda.grid(1)
    if i < x.size:
        x[i] += v
with cuda.gpus[0]:
    d = cuda.to_device(np.ones(100, np.float32))
with cuda.gpus[1]:
    k[4, 32](d, 10)
    cuda.synchronize()
with cuda.gpus[0]:
    print(d.copy_to_host().sum())
