# From the last device to the first.
# Expect: passed
from numba import cuda


def check_for_a_gpu(devices, multiprocessors):
    count, total = len(cuda.list_devices()), 0
    for d in range(count - 1, -1, -1):
        total += cuda.gpus[d].MULTIPROCESSOR_COUNT
    devices[0] = count
    multiprocessors[0] = total
    return 0
