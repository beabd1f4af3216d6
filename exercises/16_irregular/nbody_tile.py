# nbody_tile: the acceleration of each body by all others.
#
#   acceleration  n rows of 3 numbers (float32): x, y, z
#   body          n rows of 4 numbers (float32): x, y, z, mass
#   n             the number of bodies
#
# The launch: blocks of 256 threads, enough for n bodies.
import math

from numba import cuda, float32


@cuda.jit(device=True)
def pull(x, y, z, mass):
    """The factor for each coordinate of a body of this mass, which is at (x, y, z) from here."""
    square = x * x + y * y + z * z + float32(1 / 16)
    return mass / (square * math.sqrt(square))


@cuda.jit
def nbody_tile(acceleration, body, n):
    # YOUR CODE HERE
    pass
