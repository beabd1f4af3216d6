# Mistake: the host computes everything, as in the stub.
# Expect: rule-broken kernels
import numpy as np
from numba import cuda


def accelerate(body, a):
    for i in range(len(body)):
        d = body[:, :3] - body[i, :3]
        square = (d * d).sum(axis=1) + np.float32(1 / 16)
        a[i] = (d * (body[:, 3] / (square * np.sqrt(square)))[:, None]).sum(axis=0)


def kinetic(body, velocity):
    return (0.5 * body[:, 3].astype(np.float64) * (velocity * velocity).sum(axis=1)).sum()


def potential(body):
    total = 0.0
    for i in range(len(body)):
        d = body[i + 1:, :3] - body[i, :3]
        total -= (body[i, 3] * body[i + 1:, 3] / np.sqrt((d * d).sum(axis=1) + np.float32(1 / 16))).sum(dtype=np.float64)
    return total


def nbody(body, velocity, energy, n, steps, dt):
    a = np.zeros((n, 3), np.float32)

    for _ in range(steps):
        accelerate(body, a)
        velocity += np.float32(dt) * a
        body[:, :3] += np.float32(dt) * velocity
    energy[0] = kinetic(body, velocity)
    energy[1] = potential(body)
