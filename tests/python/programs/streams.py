# streams.py - halves of an array in two streams, with pinned memory and an event between them.
import numpy as np
from numba import cuda


@cuda.jit
def square(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= x[i]


n = 4096
x = cuda.pinned_array(n, np.float32)
x[:] = np.arange(n)
expected = np.array(x) ** 2
streams = [cuda.stream(), cuda.stream()]
for k, s in enumerate(streams):
    half = x[k * n // 2:(k + 1) * n // 2]
    d = cuda.to_device(half, stream=s)
    square[n // 2 // 128, 128, s](d)
    d.copy_to_host(half, stream=s)
done = cuda.event()
done.record(streams[0])
done.wait(streams[1])
for s in streams:
    s.synchronize()
print(np.array_equal(x, expected))
