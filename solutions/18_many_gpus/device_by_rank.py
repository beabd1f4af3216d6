# The local rank chooses the device, and the device is chosen before anything else.
#
# A rank counts through the whole job, but device numbers begin with 0 on every node: rank % per_node is the process's number on
# its own node. The second remainder makes the same program right on any node: with as many devices as processes each gets its
# own, with fewer they share, and where Slurm shows each process a single device, that device has number 0.
#
# cuda.gpus is the list of devices that this process may use. `with cuda.gpus[device]:` makes one current and the former one
# current again afterwards; cuda.select_device(device) does it for good. Arrays and kernels belong to the device that is current
# when they are made. A process that begins with device 0 leaves some hundred MB there, as would all the others of the node.
import numpy as np
from numba import cuda


@cuda.jit
def twice(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = 2 * x[i]


def run_rank(x, y, n, rank, per_node):
    device = rank % per_node % len(cuda.gpus)
    with cuda.gpus[device]:
        d_x = cuda.to_device(x)
        d_y = cuda.device_array(n, np.float32)
        twice[(n + 255) // 256, 256](d_x, d_y)
        d_y.copy_to_host(y)
    return device
