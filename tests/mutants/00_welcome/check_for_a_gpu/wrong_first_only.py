# Mistake: asks the first device only.
# Expect: wrong-answer
from numba import cuda


def check_for_a_gpu(devices, multiprocessors):
    devices[0] = len(cuda.gpus)
    multiprocessors[0] = cuda.gpus[0].MULTIPROCESSOR_COUNT
    return 0
