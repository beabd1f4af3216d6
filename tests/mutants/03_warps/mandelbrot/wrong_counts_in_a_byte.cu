// Mistake: the steps are counted in a byte, which ends at 255.
// Expect: wrong-answer
__global__ void mandelbrot(int *out, int w, int h, int most)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;

    if (px >= w || py >= h)
        return;

    int cx = px * 12288 / w - 8192, cy = py * 8192 / h - 4096, x = 0, y = 0, left = most;
    unsigned char steps = 0;

    for (; left > 0; left--) {
        int xx = (x * x) >> 12, yy = (y * y) >> 12;

        if (xx + yy > 4 * 4096)
            break;
        y = ((x * y) >> 11) + cy;
        x = xx - yy + cx;
        steps++;
    }
    out[py * w + px] = left > 0 ? steps : most;
}
