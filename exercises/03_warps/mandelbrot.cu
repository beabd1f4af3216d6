// mandelbrot: how many steps does each point take to escape?
//
//   out   h rows of w numbers
//   most  the largest number of steps
//
// All numbers are integers, 4096 stands for 1.0: the task describes the steps.
// The launch: blocks of 32 x 8 threads, enough for w x h pixels.

__global__ void mandelbrot(int *out, int w, int h, int most)
{
    // YOUR CODE HERE
    // the point: cx = px * 12288 / w - 8192, cy = py * 8192 / h - 4096
}
