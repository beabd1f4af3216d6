# Mistake: `devices = ...` gives the name another value, and the caller's array stays as it was.
# Expect: wrong-answer
from numba import cuda


def check_for_a_gpu(devices, multiprocessors):
    devices = len(cuda.gpus)
    multiprocessors = sum(gpu.MULTIPROCESSOR_COUNT for gpu in cuda.gpus)
    return 0
