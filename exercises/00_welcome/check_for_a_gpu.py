# check_for_a_gpu: what is there to compute with?
#
#   devices           devices[0] gets the number of GPUs
#   multiprocessors   multiprocessors[0] gets how many multiprocessors they have in total
#
# It returns 0.
from numba import cuda


def check_for_a_gpu(devices, multiprocessors):
    devices[0] = 0
    multiprocessors[0] = 0

    # YOUR CODE HERE

    return 0
