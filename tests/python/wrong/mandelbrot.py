# says: image
# line: 10
import numpy as np
from numba import cuda


@cuda.jit
def swapped(image):
    x, y = cuda.grid(2)
    image[x, y] = x


swapped[(6, 3), (8, 8)](np.zeros((24, 48), np.int32))
