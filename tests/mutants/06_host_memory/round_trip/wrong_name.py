# Mistake: the function has another name.
# Expect: no-function error
import numpy as np
from numba import cuda


@cuda.jit
def square(y, x):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i] * x[i]


def there_and_back(x, y, n):
    pass
