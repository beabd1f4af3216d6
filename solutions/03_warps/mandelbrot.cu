// Every lane leaves the loop when its point has escaped, and stays inactive until the last lane of its warp
// is done. So the warp takes as many steps as its slowest point, and `most` steps only if one of its 32 points
// has not escaped. Neighbouring pixels mostly take a similar number of steps, so a warp that is a stretch of
// one row loses little: only at the border of the set do a few lanes keep 31 others waiting.
//
// Both the test and the step need x * x and y * y, so the loop computes them once.
// x runs along the rows, so the 32 results of a warp are 4 sectors.

__global__ void mandelbrot(int *out, int w, int h, int most)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h)
        return;
    int cx = px * 12288 / w - 8192, cy = py * 8192 / h - 4096;
    int x = 0, y = 0, steps = 0;
    while (steps < most) {
        int xx = (x * x) >> 12, yy = (y * y) >> 12;
        if (xx + yy > 4 * 4096)
            break;
        y = ((x * y) >> 11) + cy;
        x = xx - yy + cx;
        steps++;
    }
    out[py * w + px] = steps;
}
