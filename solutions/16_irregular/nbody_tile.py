# n * n terms, but only n bodies: each block loads them tile by tile, and each load serves 256 threads. In the inner loop
# all lanes of a warp read the same body of the tile, which is one pass through shared memory, and then come 20
# operations. So arithmetic is the limit here, and not memory.
#
# A thread without a body must not leave: it loads a body of each tile for the others, and a barrier waits for all
# threads of the block. Its own sum is never stored.
#
# float32(1 / 16) and float32(0): a plain 0.0 is a float64 in Numba, and would make the whole sum one.
import math

from numba import cuda, float32


@cuda.jit(device=True)
def pull(x, y, z, mass):
    square = x * x + y * y + z * z + float32(1 / 16)
    return mass / (square * math.sqrt(square))


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
