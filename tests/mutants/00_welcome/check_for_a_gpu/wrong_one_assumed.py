# Mistake: is_available() answers True or False, and True is 1: right on the author's computer.
# Expect: wrong-answer
from numba import cuda


def check_for_a_gpu(devices, multiprocessors):
    devices[0] = cuda.is_available()
    multiprocessors[0] = cuda.get_current_device().MULTIPROCESSOR_COUNT
    return 0
