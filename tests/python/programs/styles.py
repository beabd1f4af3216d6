"""A kernel made by a function, constant and local arrays, views and events, recursion, cuda.reduce and pinned memory."""
import numpy as np
from numba import cuda, float32


TABLE = np.array([1, 2, 4, 8, 16], dtype=np.float32)


def make(power):
    @cuda.jit
    def kernel(x, out):
        table = cuda.const.array_like(TABLE)
        stack = cuda.local.array(5, float32)
        i = cuda.grid(1)
        if i < out.size:
            for k in range(5):
                stack[k] = x[i] * table[k]
            total = float32(0)
            for k in range(5):
                total += stack[k] ** power
            out[i] = total
    return kernel


x = np.ones(40, np.float32)
out = np.zeros(40, np.float32)
make(2)[1, 64](x, out)
print(out[:2], out.sum())


@cuda.jit
def transpose(src, dst):
    tile = cuda.shared.array((16, 17), 'float32')
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    x = cuda.blockIdx.x * 16 + tx
    y = cuda.blockIdx.y * 16 + ty
    if x < src.shape[1] and y < src.shape[0]:
        tile[ty, tx] = src[y, x]
    cuda.syncthreads()
    x = cuda.blockIdx.y * 16 + tx
    y = cuda.blockIdx.x * 16 + ty
    if x < dst.shape[1] and y < dst.shape[0]:
        dst[y, x] = tile[tx, ty]


a = np.arange(48 * 32, dtype=np.float32)
d = cuda.to_device(a).reshape(48, 32)
dst = cuda.device_array((32, 48), np.float32)
begin, end = cuda.event(timing=True), cuda.event(timing=True)
begin.record()
transpose[(2, 3), (16, 16)](d, dst)
end.record()
end.synchronize()
flat = dst.ravel()
print(cuda.event_elapsed_time(begin, end) >= 0, flat.shape, np.array_equal(dst.copy_to_host(), a.reshape(48, 32).T), d[3, 4], dst[:, 5].copy_to_host()[:3])


@cuda.jit('int64(int64)', device=True)
def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


@cuda.jit
def kernel(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = fib(i % 10)


out = np.zeros(16, np.int64)
kernel[1, 32](out)
print(out)


@cuda.reduce
def total(a, b):
    return a + b


@cuda.jit(fastmath=True, max_registers=32)
def axpy(a, x, y):
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if i < len(x):
        y[i] = a * x[i] + y[i]


x = np.arange(1234, dtype=np.float64)
print(total(x), total(x[:5], init=10))
y = np.ones(1234)
with cuda.pinned(x, y):
    s = cuda.stream()
    with s.auto_synchronize():
        dx, dy = cuda.to_device(x, s), cuda.to_device(y, s)
        axpy[10, 128, s](2.0, dx, dy)
        dy.copy_to_host(y, s)
print(y[:3], y.sum())
