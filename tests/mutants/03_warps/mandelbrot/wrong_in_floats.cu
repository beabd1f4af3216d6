// Mistake: floats instead of the whole numbers asked for: points near the border take another number of steps.
// Expect: wrong-answer
__global__ void mandelbrot(int *out, int w, int h, int most)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h)
        return;
    int cx = px * 12288 / w - 8192, cy = py * 8192 / h - 4096;
    float x = 0, y = 0;
    int steps = 0;
    while (steps < most) {
        float xx = x * x, yy = y * y;
        if (xx + yy > 4)
            break;
        y = 2 * x * y + cy / 4096.0f;
        x = xx - yy + cx / 4096.0f;
        steps++;
    }
    out[py * w + px] = steps;
}
