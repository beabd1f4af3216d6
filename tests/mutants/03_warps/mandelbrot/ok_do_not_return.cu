// Without leaving early: the loop's condition has it all.
// Expect: passed
__global__ void mandelbrot(int *out, int w, int h, int most)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px < w && py < h) {
        int cx = px * 12288 / w - 8192, cy = py * 8192 / h - 4096, x = 0, y = 0, xx = 0, yy = 0, steps = 0;
        bool more = most > 0;
        while (more) {
            y = ((x * y) >> 11) + cy;
            x = xx - yy + cx;
            xx = (x * x) >> 12;
            yy = (y * y) >> 12;
            steps++;
            more = steps < most && xx + yy <= 16384;
        }
        out[py * w + px] = steps;
    }
}
