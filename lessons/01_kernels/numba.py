from numba import cuda

@cuda.jit
def saxpy(y, x, a, n):
    i = cuda.grid(1)             # blockIdx.x * blockDim.x + threadIdx.x
    if i < n:                    # Python needs the guard as well
        y[i] = a * x[i] + y[i]
