# cuda.gpus is the list of the devices that this process may use, and each of them knows its own figures. They are asked one by one,
# since a computer may have a large GPU and a small one.
#
# There is no error to look at. In Numba a call that fails raises an exception, so the lines after it are not run, and whoever
# called the function decides: `except cuda.CudaSupportError:` and then the work on the CPU. cuda.is_available() answers the same
# question with True or False before anything can fail; a program asks it first.
#
# `with cuda.gpus[d]:` would make device d current, which work needs. A question does not.
from numba import cuda


def check_for_a_gpu(devices, multiprocessors):
    devices[0] = len(cuda.gpus)
    multiprocessors[0] = sum(gpu.MULTIPROCESSOR_COUNT for gpu in cuda.gpus)
    return 0
