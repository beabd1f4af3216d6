from numba import cuda, float32

@cuda.jit
def reverse_block(x, n):
    tile = cuda.shared.array(256, float32)  # a fixed size
    i, t = cuda.grid(1), cuda.threadIdx.x
    count = min(256, n - cuda.blockIdx.x * cuda.blockDim.x)
    if i < n:
        tile[t] = x[i]
    cuda.syncthreads()
    if i < n:
        x[i] = tile[count - 1 - t]
