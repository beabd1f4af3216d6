# mandelbrot.py - complex numbers and a device function.
import numpy as np
from numba import cuda


@cuda.jit(device=True)
def escapes(c, most):
    z = 0j
    for i in range(most):
        z = z * z + c
        if z.real * z.real + z.imag * z.imag > 4:
            return i
    return most


@cuda.jit
def mandelbrot(image, most):
    x, y = cuda.grid(2)
    if x < image.shape[1] and y < image.shape[0]:
        image[y, x] = escapes(complex(-2 + 3 * x / image.shape[1], -1.5 + 3 * y / image.shape[0]), most)


image = np.zeros((24, 48), np.int32)
mandelbrot[(6, 3), (8, 8)](image, 30)
for row in image[::4]:
    print(''.join('#' if n == 30 else '.' if n > 3 else ' ' for n in row).rstrip())
