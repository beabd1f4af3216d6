# says: writes order\[4\]; order has 4 elements
# line: 15
import numpy as np
from numba import cuda


@cuda.jit(device=True, inline=True)
def ticket(counter):
    return cuda.atomic.add(counter, 0, 1)


@cuda.jit(device=True)
def note(order, counter, i):
    place = ticket(counter)
    order[place] = i


@cuda.jit
def statistics(counter, order):
    if cuda.grid(1) < 5:
        note(order, counter, cuda.grid(1))


statistics[1, 32](cuda.to_device(np.zeros(1, np.int32)), cuda.device_array(4, np.int32))
cuda.synchronize()
