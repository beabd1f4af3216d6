# Mistake: takes the number of the current device for the number of devices.
# Expect: wrong-answer
from numba import cuda


def check_for_a_gpu(devices, multiprocessors):
    devices[0] = cuda.get_current_device().id
    multiprocessors[0] = sum(gpu.MULTIPROCESSOR_COUNT for gpu in cuda.gpus)
    return 0
