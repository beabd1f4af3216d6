# says: reads x\[50\]; x has 50 elements
# line: 7
# In neighbours.py, the file of the function.
import os
import sys
import numpy as np
from numba import cuda
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'helpers'))
from neighbours import right_of  # noqa: E402


@cuda.jit
def difference(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = right_of(x, i) - x[i]


difference[1, 64](np.arange(50, dtype=np.float32), np.zeros(50, np.float32))
