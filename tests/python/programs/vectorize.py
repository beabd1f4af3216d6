# vectorize.py - cos^2 + sin^2 is 1; row sums with guvectorize.
import math
import numpy as np
from numba import cuda, float32, guvectorize, vectorize


@vectorize([float32(float32)], target='cuda')
def one(x):
    return math.cos(x) ** 2 + math.sin(x) ** 2


@guvectorize(['void(float32[:], float32[:])'], '(n)->()', target='cuda')
def row_sum(row, total):
    s = np.float32(0)
    for v in row:
        s += v
    total[0] = s


x = np.linspace(0, 10, 1003, dtype=np.float32)
print(np.allclose(one(x), 1))
a = np.arange(35, dtype=np.float32).reshape(5, 7)
print(row_sum(a))


@vectorize(['float32(float32, float32)'], target='cuda')
def larger(a, b):
    return a if a > b else b


@cuda.reduce
def total(a, b):
    return a + b


print(larger(np.arange(1000, dtype=np.float32), np.float32(500)).sum())
print(total(np.arange(1234)), total(np.arange(5), init=10))
