# random_numbers.py - Numba's random numbers, whose functions are in a file of Numba's.
import numpy as np
from numba import cuda
from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_uniform_float32


@cuda.jit
def throw(states, n, out):
    i = cuda.grid(1)
    if i < out.size:
        inside = 0
        for k in range(n):
            x = xoroshiro128p_uniform_float32(states, i)
            y = xoroshiro128p_uniform_float32(states, i)
            if x * x + y * y <= 1:
                inside += 1
        out[i] = 4.0 * inside / n


out = np.zeros(128, np.float32)
throw[4, 32](create_xoroshiro128p_states(128, seed=1), 200, out)
print(abs(out.mean() - np.pi) < 0.1)
