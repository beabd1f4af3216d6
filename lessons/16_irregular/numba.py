from numba import cuda, float32

@cuda.jit
def sum_rows(y, row, value, n):     # indptr and data of SciPy's CSR
    i = cuda.grid(1)
    if i < n:
        total = float32(0)          # a plain 0.0 would be a double
        for k in range(row[i], row[i + 1]):
            total += value[k]
        y[i] = total
