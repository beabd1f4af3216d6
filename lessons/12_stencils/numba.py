from numba import cuda, float32

@cuda.jit
def step(out, old, n):
    c, r = cuda.grid(2)                 # x is the column
    if c >= n or r >= n:
        return
    if r == 0 or c == 0 or r == n - 1 or c == n - 1:
        out[r, c] = old[r, c]
    else:
        out[r, c] = float32(0.25) * (old[r - 1, c] + old[r + 1, c]
                                     + old[r, c - 1] + old[r, c + 1])
