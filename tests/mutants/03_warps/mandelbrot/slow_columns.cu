// Right, but x and y are swapped: a warp covers a part of a column. (It uses a loop, because the grid has another shape.)
// Expect: too-slow traffic
__global__ void mandelbrot(int *out, int w, int h, int most)
{
    for (int px = blockIdx.x * blockDim.x + threadIdx.y; px < w && px < (blockIdx.x + 1) * 32; px += 8)
        for (int b = blockIdx.y; b * 32 < h; b += gridDim.y) {
            int py = b * 32 + threadIdx.x;
            if (py >= h)
                continue;
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
            out[py * w + px] = steps; // <-- here
        }
}
