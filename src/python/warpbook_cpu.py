"""warpbook_cpu.py TASK N - measures NumPy's time for TASK on this machine's processor (lessons/README.md, `numpy` of a ladder).

Prints the seconds of some runs in one line: their median, the first and the last of the half of them around it, and NumPy's version:
on a busy machine single runs take many times longer. The first run warms up and does not count, unless it takes a second itself. Exits with 3 if NumPy is not installed.
"""
import sys
import time

try:
    import numpy as np
except ImportError:
    sys.exit(3)


def matmul(n):
    random = np.random.default_rng(1)
    a, b = (random.random((n, n), dtype=np.float32) for _ in range(2))
    return lambda: a @ b


def transpose(n):
    a = np.random.default_rng(1).random((n, n), dtype=np.float32)
    return lambda: np.ascontiguousarray(a.T)


def total(n):
    a = np.random.default_rng(1).random(n, dtype=np.float32)
    return lambda: a.sum()


TASKS = {"matmul": matmul, "transpose": transpose, "sum": total}


def seconds_of(run):
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


def main():
    run = TASKS[sys.argv[1]](int(sys.argv[2]))
    times = [seconds_of(run)]
    if times[0] < 1:
        times = [seconds_of(run) for _ in range(5 if times[0] < 0.2 else 3)]
    while len(times) < 21 and sum(times) < 0.1:
        times.append(seconds_of(run))
    times.sort()
    quarter = (len(times) + 1) // 4
    print(times[len(times) // 2], times[quarter], times[-1 - quarter], np.__version__)


main()
