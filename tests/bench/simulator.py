"""simulator.py TASK SIZE LAUNCHES - one kernel, launched some times on data that lie on the device. For simulator.sh.

Prints the seconds of the import of Numba, of the first launch, which compiles the kernel, on the smallest data, and of the launches: the
median, by the clock and of the processor. Exits with 1 if a result is wrong.
"""
import sys
import time

began = time.perf_counter()
import numpy as np
from numba import cuda, float32, int32
imported = time.perf_counter() - began


@cuda.jit
def product(c, a, b):
    col, row = cuda.grid(2)
    if row < c.shape[0] and col < c.shape[1]:
        total = float32(0)
        for k in range(a.shape[1]):
            total += a[row, k] * b[k, col]
        c[row, col] = total


@cuda.jit
def maximum(x, result):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.max(result, 0, x[i])


@cuda.jit
def smooth(out, x):
    tile = cuda.shared.array((10, 34), int32)
    h, w = x.shape
    left, top = cuda.blockIdx.x * 32, cuda.blockIdx.y * 8
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    for p in range(ty * 32 + tx, 340, 256):
        tile[p // 34, p % 34] = x[min(max(top - 1 + p // 34, 0), h - 1), min(max(left - 1 + p % 34, 0), w - 1)]
    cuda.syncthreads()
    if left + tx < w and top + ty < h:
        total = 0
        for row in range(ty, ty + 3):
            for col in range(tx, tx + 3):
                total += tile[row, col]
        out[top + ty, left + tx] = total // 9


def do_product(n):
    random = np.random.default_rng(n)
    a, b = (random.integers(-9, 9, (n, n)).astype(np.float32) for _ in range(2))
    c, blocks = cuda.to_device(np.zeros((n, n), np.float32)), (n + 15) // 16
    on_device = cuda.to_device(a), cuda.to_device(b)
    return (lambda: product[(blocks, blocks), (16, 16)](c, *on_device)), lambda: np.array_equal(c.copy_to_host(), a @ b)


def do_maximum(n):
    x = np.random.default_rng(n).integers(0, 1 << 30, n).astype(np.int32)
    on_device, result = cuda.to_device(x), cuda.to_device(np.zeros(1, np.int32))
    return (lambda: maximum[(n + 255) // 256, 256](on_device, result)), lambda: result.copy_to_host()[0] == x.max()


def do_smooth(n):
    x = np.random.default_rng(n).integers(0, 256, (n, n)).astype(np.int32)
    on_device, out = cuda.to_device(x), cuda.to_device(np.zeros((n, n), np.int32))
    wide = np.pad(x, 1, mode='edge')
    mean = sum(wide[i:i + n, j:j + n] for i in range(3) for j in range(3)) // 9
    return (lambda: smooth[((n + 31) // 32, (n + 7) // 8), (32, 8)](out, on_device)), lambda: np.array_equal(out.copy_to_host(), mean)


def main():
    task, size, launches = globals()['do_' + sys.argv[1]], int(sys.argv[2]), int(sys.argv[3])
    began = time.perf_counter()
    task(1)[0]()
    cuda.synchronize()
    first = time.perf_counter() - began
    launch, is_right = task(size)
    times = []
    for _ in range(launches):
        clock, processor = time.perf_counter(), time.process_time()
        launch()
        cuda.synchronize()
        times.append((time.perf_counter() - clock, time.process_time() - processor))
    clocks, processors = (sorted(column)[launches // 2] for column in zip(*times))
    print(imported, first, clocks, processors)
    return 0 if is_right() else 1


if __name__ == '__main__':
    sys.exit(main())
