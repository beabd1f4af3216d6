// Mistake: counts the step before it tests whether the point has escaped.
// Expect: wrong-answer
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
        steps++;
        if (xx + yy > 4 * 4096)
            break;
        y = ((x * y) >> 11) + cy;
        x = xx - yy + cx;
    }
    out[py * w + px] = steps;
}
