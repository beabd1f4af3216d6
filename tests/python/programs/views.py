# views.py - a grid in three dimensions; views of device arrays with strides, in the order of Fortran, of half and complex numbers.
import enum
import numpy as np
from numba import cuda


class Kind(enum.IntEnum):
    ODD = 1
    EVEN = 2


@cuda.jit
def blur(v, out):
    x, y, z = cuda.grid(3)
    if x < v.shape[0] and y < v.shape[1] and z < v.shape[2]:
        total, n = 0.0, 0
        for dz in (-1, 0, 1):
            if 0 <= z + dz < v.shape[2]:
                total += v[x, y, z + dz]
                n += 1
        out[x, y, z] = total / n


@cuda.jit
def checkers(x, dims, z):
    i, j = cuda.grid(2)
    if i < dims[0] and j < dims[1]:
        x[i, j] = Kind.EVEN if (i + j) % 2 == 0 else Kind.ODD
        z[i, j] = complex(i, j) * 1j


@cuda.jit
def axpy(a, x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = cuda.fp16.hfma(a[0], x[i], y[i])


v = np.arange(5 * 6 * 7, dtype=np.float64).reshape(5, 6, 7)
out, again = np.zeros_like(v), np.zeros_like(v)
blur[(2, 2, 2), (4, 4, 4)](v, out)
blur[(2, 2, 2), (4, 4, 4)](np.asfortranarray(v), again)
print(out.sum(), np.array_equal(out, again))
big = cuda.to_device(np.zeros((20, 20), np.int32))
z = np.zeros((10, 7), np.complex64)
checkers[(1, 1), (16, 16)](big[::2, 1::3], z.shape, z)
print(big.copy_to_host().sum(), z.sum())
y = np.ones(64, np.float16)
axpy[2, 32](np.array([2], np.float16), np.arange(64, dtype=np.float16), y)
print(y[:3], y[63])
