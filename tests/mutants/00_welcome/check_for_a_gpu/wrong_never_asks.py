# Mistake: assumes 132 multiprocessors and never asks.
# Expect: wrong-answer
from numba import cuda


def check_for_a_gpu(devices, multiprocessors):
    devices[0] = len(cuda.gpus)
    multiprocessors[0] = 132 * len(cuda.gpus)
    return 0
