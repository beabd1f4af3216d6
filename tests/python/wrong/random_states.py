# says: reads states\[64\]; states has 64 elements
# line: 13
import numpy as np
from numba import cuda
from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_uniform_float32


@cuda.jit
def draw(states, out):
    i = cuda.grid(1)
    if i < out.size:
        # the access is in Numba's own file, and this line calls it
        out[i] = xoroshiro128p_uniform_float32(states, i)


draw[4, 32](create_xoroshiro128p_states(64, seed=1), np.zeros(128, np.float32))
