# Mistake: asks the current device and multiplies.
# Expect: wrong-answer
from numba import cuda


def check_for_a_gpu(devices, multiprocessors):
    devices[0] = len(cuda.gpus)
    multiprocessors[0] = len(cuda.gpus) * cuda.get_current_device().MULTIPROCESSOR_COUNT
    return 0
