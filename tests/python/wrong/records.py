# says: reads p\[100\]; p has 100 elements
# line: 14
import numpy as np
from numba import cuda

particle = np.dtype([('x', np.float64), ('v', np.float32), ('id', np.int32)], align=True)


@cuda.jit
def step(p, dt):
    i = cuda.grid(1)
    if i <= p.size:
        # a record's fields are its array's elements
        p[i].x += p[i].v * dt


p = np.zeros(100, particle)
p['v'] = 2
step[1, 128](p, 0.5)
