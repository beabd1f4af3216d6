# cuda.atomic.max would let a NaN in, and nothing would replace it again: which of two numbers is larger
# has no answer if one is NaN. cuda.atomic.nanmax takes a NaN, on either side, for a missing value.
#
# There is no such instruction. Numba makes it a loop: look, decide, swap if nobody was faster, else decide again. All
# threads queue at one number for it, so for a large array compute a maximum for each block first.
#
# NumPy has np.nanmax for arrays on the host, CuPy cp.nanmax.
from numba import cuda


@cuda.jit
def float_nanmax(best, x, n):
    i = cuda.grid(1)
    if i < n:
        cuda.atomic.nanmax(best, 0, x[i])
