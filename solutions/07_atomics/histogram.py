# The blocks count in shared memory, so only threads of one block queue for a bin, and an atomic there is fast. At
# the end thread t adds the block's bin t to the global one: neighbouring threads, neighbouring bins.
#
# Both barriers are needed: the first lets no thread count in a bin that is not yet 0, the second lets none add a bin
# in which another still counts.
#
# NumPy counts with np.bincount(x, minlength=256), CuPy with cp.bincount.
from numba import cuda, int32


@cuda.jit
def histogram(bins, x, n):
    mine = cuda.shared.array(256, int32)
    t = cuda.threadIdx.x

    mine[t] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        cuda.atomic.add(mine, x[i], 1)
    cuda.syncthreads()
    cuda.atomic.add(bins, t, mine[t])
