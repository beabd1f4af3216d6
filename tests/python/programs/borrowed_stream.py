# borrowed_stream.py - a stream of another library, events, a callback, arrays of the host pinned for a while and mapped.
import numpy as np
from numba import cuda


@cuda.jit
def scale(x, a):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= a


n, a, h, got = 4096, np.ones(4096), np.ones(64, np.int32), []
with cuda.pinned(a):
    s, start, stop = cuda.stream(), cuda.event(), cuda.event()
    start.record(s)
    d = cuda.to_device(a, stream=s)
    scale[n // 128, 128, s](d, 3)
    d.copy_to_host(a, stream=s)
    stop.record(s)
    stop.synchronize()
    print(a.sum(), cuda.event_elapsed_time(start, stop) >= 0)
own = cuda.stream()
lent = cuda.external_stream(getattr(own.handle, 'value', None) or int(own.handle))  # newer versions have NVIDIA's bindings
d = cuda.device_array(n, stream=lent)
d[:] = 1
scale[n // 128, 128, lent](d, 2)
lent.synchronize()
print(d.copy_to_host().sum())
s.add_callback(lambda stream, status, arg: got.append(arg), 7)
s.synchronize()
with cuda.mapped(h) as m:
    scale[2, 32](m, 5)
    cuda.synchronize()
print(got, h.sum())
