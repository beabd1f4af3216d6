# records.py - an array of records, its fields by attribute and by name.
import numpy as np
from numba import cuda

particle = np.dtype([('x', np.float64), ('v', np.float32), ('id', np.int32)], align=True)


@cuda.jit
def step(p, dt):
    i = cuda.grid(1)
    if i < p.size:
        p[i].x += p[i].v * dt
        p[i]['id'] = i * 2


p = np.zeros(100, particle)
p['v'] = 2
step[1, 128](p, 0.5)
print(p['x'].sum(), p['id'][99])
