// Two steps at a time.
// Expect: passed
__global__ void mandelbrot(int *out, int w, int h, int most)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h)
        return;
    int cx = px * 12288 / w - 8192, cy = py * 8192 / h - 4096;
    int x = 0, y = 0, steps = 0;
#pragma unroll 2
    while (steps < most) {
        int xx = (x * x) >> 12, yy = (y * y) >> 12;
        if (xx + yy > 16384)
            break;
        y = ((x * y) >> 11) + cy;
        x = xx - yy + cx;
        ++steps;
    }
    out[py * w + px] = steps;
}
