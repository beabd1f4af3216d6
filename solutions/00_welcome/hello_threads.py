# Every thread runs this same line; only cuda.threadIdx.x differs.
#
# There is no loop: the launch created one thread for each seat, and the hardware starts them. In NumPy this would be
# seat[:] = np.arange(seat.size): one call for the whole array. A kernel says what becomes of one element, and Numba
# compiles it for the GPU; no Python runs there.
from numba import cuda


@cuda.jit
def hello_threads(seat):
    seat[cuda.threadIdx.x] = cuda.threadIdx.x
