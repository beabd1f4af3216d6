# says: reads x\[4, 0\]; x has 4 x 10 elements
# line: 14
# frames: 0
import numpy as np
from numba import guvectorize


@guvectorize(['void(float64[:], float64[:], float64[:])'], '(n),(m)->(n)', target='cuda')
def correlate(x, w, out):
    for i in range(x.shape[0]):
        total = 0.0
        for k in range(w.shape[0]):
            if i + k <= x.shape[0]:
                total += x[i + k] * w[k]
        out[i] = total


correlate(np.arange(40, dtype=np.float64).reshape(4, 10), np.array([1.0, 0.5, 0.25]))
