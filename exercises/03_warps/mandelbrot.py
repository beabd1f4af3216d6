# mandelbrot: how many steps does each point take to escape?
#
#   out    an array of h rows and w columns (int32): out[py, px]
#   w, h   its size, as out.shape has it
#   most   the largest number of steps
#
# All numbers are integers, 4096 stands for 1.0: the task describes the steps.
# The launch: blocks of 32 x 8 threads, enough for w x h pixels.
from numba import cuda


@cuda.jit
def mandelbrot(out, w, h, most):
    # YOUR CODE HERE
    # the point: cx = px * 12288 // w - 8192, cy = py * 8192 // h - 4096
    pass
