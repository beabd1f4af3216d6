# says: a\[1, 0\] is read on line 11
# line: 11
# causes: 1
import numpy as np
from numba import cuda
@cuda.jit
def elim(a, k):
    i, j = cuda.grid(2)
    n = a.shape[0]
    if k < i < n and k <= j < n:
        a[i, j] -= a[i, k] / a[k, k] * a[k, j]
n = 20
A = np.random.RandomState(0).rand(n, n) + n * np.eye(n)
d = cuda.to_device(A)
for k in range(n - 1):
    elim[(2, 2), (16, 16)](d, k)
print(np.allclose(np.prod(np.diag(d.copy_to_host())), np.linalg.det(A)))
