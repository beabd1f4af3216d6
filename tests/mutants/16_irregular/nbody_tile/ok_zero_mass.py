# Places without a body have the mass 0, so every tile is full. The loop over 256 places is the same in each.
# Expect: passed
import math

from numba import cuda, float32


@cuda.jit
def nbody_tile(acceleration, body, n):
    xs = cuda.shared.array(256, float32)
    ys = cuda.shared.array(256, float32)
    zs = cuda.shared.array(256, float32)
    ms = cuda.shared.array(256, float32)
    t, i = cuda.threadIdx.x, cuda.blockIdx.x * 256 + cuda.threadIdx.x
    x = y = z = ax = ay = az = float32(0)
    if i < n:
        x, y, z = body[i, 0], body[i, 1], body[i, 2]
    for tile in range((n + 255) // 256):
        j = tile * 256 + t
        ms[t] = float32(0)
        xs[t] = ys[t] = zs[t] = float32(0)
        if j < n:
            xs[t], ys[t], zs[t], ms[t] = body[j, 0], body[j, 1], body[j, 2], body[j, 3]
        cuda.syncthreads()
        for k in range(256):
            dx, dy, dz = xs[k] - x, ys[k] - y, zs[k] - z
            r = float32(1) / math.sqrt(dx * dx + dy * dy + dz * dz + float32(0.0625))
            f = ms[k] * r * r * r
            ax, ay, az = ax + f * dx, ay + f * dy, az + f * dz
        cuda.syncthreads()
    if i < n:
        acceleration[i, 0], acceleration[i, 1], acceleration[i, 2] = ax, ay, az
