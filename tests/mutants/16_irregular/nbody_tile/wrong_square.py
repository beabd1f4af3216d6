# Mistake: divides by the square only, not by the third power.
# Expect: wrong-answer
import math

from numba import cuda, float32


@cuda.jit(device=True)
def pull(x, y, z, mass):
    square = x * x + y * y + z * z + float32(1 / 16)
    return mass / square


@cuda.jit
def nbody_tile(acceleration, body, n):
    tile = cuda.shared.array((256, 4), float32)
    t, i = cuda.threadIdx.x, cuda.grid(1)
    me = min(i, n - 1)
    x, y, z = body[me, 0], body[me, 1], body[me, 2]
    ax, ay, az = float32(0), float32(0), float32(0)

    for first in range(0, n, 256):
        count = min(256, n - first)
        if t < count:
            for k in range(4):
                tile[t, k] = body[first + t, k]
        cuda.syncthreads()
        for k in range(count):
            dx, dy, dz = tile[k, 0] - x, tile[k, 1] - y, tile[k, 2] - z
            f = pull(dx, dy, dz, tile[k, 3])
            ax += f * dx
            ay += f * dy
            az += f * dz
        cuda.syncthreads()

    if i < n:
        acceleration[i, 0] = ax
        acceleration[i, 1] = ay
        acceleration[i, 2] = az
