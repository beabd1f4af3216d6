# Makes each device current, and asks the current one.
# Expect: passed
from numba import cuda


def check_for_a_gpu(devices, multiprocessors):
    total = 0
    for gpu in cuda.gpus:
        with gpu:
            total += cuda.get_current_device().MULTIPROCESSOR_COUNT
    devices[0], multiprocessors[0] = len(cuda.gpus), total
    return 0
