"""Records with arrays in them, ufuncs over rows and with out=, atomics as tickets, complex numbers."""
import math
import numpy as np
from numba import complex64, cuda, from_dtype, guvectorize, vectorize


particle = np.dtype([('pos', np.float32, (3,)), ('mass', np.float64), ('alive', np.int8)], align=True)


@cuda.jit
def move(particles, dt):
    i = cuda.grid(1)
    if i < particles.size:
        if particles[i]['alive'] != 0:
            for k in range(3):
                particles[i]['pos'][k] += dt * (k + 1)
            particles[i]['mass'] *= 2


ps = np.zeros(64, particle)
ps['alive'] = np.arange(64) % 2
ps['mass'] = 1
d = cuda.to_device(ps)
move[2, 32](d, 0.5)
ps = d.copy_to_host()
print(ps['pos'].sum(), ps['mass'].sum())


@vectorize(['float32(float32, float32)', 'float64(float64, float64)'], target='cuda')
def hypot(a, b):
    return math.sqrt(a * a + b * b)


@guvectorize(['void(float64[:], float64[:], float64[:])'], '(n),(m)->(n)', target='cuda')
def correlate(x, w, out):
    for i in range(x.shape[0]):
        total = 0.0
        for k in range(w.shape[0]):
            if i + k < x.shape[0]:
                total += x[i + k] * w[k]
        out[i] = total


a = np.linspace(0, 3, 50)
b = np.linspace(4, 1, 50)
out = np.zeros(50)
hypot(a, b, out=out)
print(np.allclose(out, np.hypot(a, b)))
x = np.arange(40, dtype=np.float64).reshape(4, 10)
w = np.array([1.0, 0.5, 0.25])
r = correlate(x, w)
print(r.shape, r[0, :3])


@cuda.jit
def statistics(x, low, high, ticket, order):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.min(low, 0, x[i])
        cuda.atomic.max(high, 0, x[i])
        place = cuda.atomic.add(ticket, 0, 1)
        order[place] = i
    if i == 0:
        old = cuda.atomic.compare_and_swap(ticket[1:], 0, 7)
        ticket[2] = old


x = np.random.default_rng(0).normal(size=500)
low, high = cuda.to_device(np.array([np.inf])), cuda.to_device(np.array([-np.inf]))
ticket, order = cuda.to_device(np.zeros(3, np.int32)), cuda.device_array(500, np.int32)
statistics[4, 128](cuda.to_device(x), low, high, ticket, order)
print(low.copy_to_host()[0] == x.min(), high.copy_to_host()[0] == x.max(), sorted(order.copy_to_host()) == list(range(500)), ticket.copy_to_host())


@cuda.jit
def rotate(z, angle):
    i = cuda.grid(1)
    if i == 0:
        print('first', z[0].real, z[0].imag)
    if i < z.size:
        z[i] = z[i] * complex64(1j) + angle


z = np.array([1 + 2j, 3 - 1j, 0.5j], np.complex64)
rotate[1, 4](z, 1)
cuda.synchronize()
print(z)
