# Right, but each thread loads all bodies for itself.
# Expect: too-slow global_requests
import math

from numba import cuda, float32


@cuda.jit
def nbody_tile(acceleration, body, n):
    i = cuda.grid(1)
    if i >= n:
        return
    ax, ay, az = float32(0), float32(0), float32(0)
    for j in range(n):
        dx, dy, dz = body[j, 0] - body[i, 0], body[j, 1] - body[i, 1], body[j, 2] - body[i, 2]
        square = dx * dx + dy * dy + dz * dz + float32(0.0625)
        f = body[j, 3] / (square * math.sqrt(square))
        ax += f * dx
        ay += f * dy
        az += f * dz
    acceleration[i, 0], acceleration[i, 1], acceleration[i, 2] = ax, ay, az
