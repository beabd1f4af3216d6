# Mistake: counts the devices from 1, and asks for one that is not there.
# Expect: host-crash
from numba import cuda


def check_for_a_gpu(devices, multiprocessors):
    devices[0] = len(cuda.gpus)
    multiprocessors[0] = 0
    for d in range(1, len(cuda.gpus) + 1):
        multiprocessors[0] += cuda.gpus[d].MULTIPROCESSOR_COUNT
    return 0
