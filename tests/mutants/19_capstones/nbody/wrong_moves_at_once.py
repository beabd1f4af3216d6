# Mistake: a star is moved while other blocks still read its place.
# Expect: data-race
import math

import numpy as np
from numba import cuda, float32

WARPS = 8


@cuda.jit(device=True)
def warp_sum(v):
    d = 16
    while d > 0:
        v += cuda.shfl_down_sync(0xFFFFFFFF, v, d)
        d //= 2
    return v


@cuda.jit
def accelerate(body, velocity, dt):  # a warp for each star
    n = body.shape[0]
    i = cuda.blockIdx.x * WARPS + cuda.threadIdx.x // 32
    lane = cuda.threadIdx.x % 32
    if i >= n:
        return
    x = float32(0)
    y = float32(0)
    z = float32(0)
    for j in range(lane, n, 32):
        dx = body[j, 0] - body[i, 0]
        dy = body[j, 1] - body[i, 1]
        dz = body[j, 2] - body[i, 2]
        square = dx * dx + dy * dy + dz * dz + float32(0.0625)
        f = body[j, 3] / (square * math.sqrt(square))
        x += f * dx
        y += f * dy
        z += f * dz
    x = warp_sum(x)
    y = warp_sum(y)
    z = warp_sum(z)
    if lane == 0:
        velocity[i, 0] += dt * x
        velocity[i, 1] += dt * y
        velocity[i, 2] += dt * z
        for k in range(3):
            body[i, k] += dt * velocity[i, k]  # <-- here


@cuda.jit
def add_energy(body, velocity, energy):
    n = body.shape[0]
    i = cuda.blockIdx.x * WARPS + cuda.threadIdx.x // 32
    lane = cuda.threadIdx.x % 32
    if i >= n:
        return
    potential = 0.0
    for j in range(lane, n, 32):
        if j != i:
            dx = body[j, 0] - body[i, 0]
            dy = body[j, 1] - body[i, 1]
            dz = body[j, 2] - body[i, 2]
            potential -= body[i, 3] * body[j, 3] / math.sqrt(dx * dx + dy * dy + dz * dz + float32(0.0625))
    potential = warp_sum(potential)
    if lane == 0:
        square = velocity[i, 0] ** 2 + velocity[i, 1] ** 2 + velocity[i, 2] ** 2
        cuda.atomic.add(energy, 0, 0.5 * body[i, 3] * square)
        cuda.atomic.add(energy, 1, 0.5 * potential)


def nbody(body, velocity, energy, n, steps, dt):
    blocks = (n + WARPS - 1) // WARPS
    d_body = cuda.to_device(body)
    v = cuda.to_device(velocity)
    sums = cuda.to_device(np.zeros(2))

    for _ in range(steps):
        accelerate[blocks, 32 * WARPS](d_body, v, float32(dt))
    add_energy[blocks, 32 * WARPS](d_body, v, sums)

    d_body.copy_to_host(body)
    v.copy_to_host(velocity)
    sums.copy_to_host(energy)
