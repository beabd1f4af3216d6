// Right, but every point goes all its steps, and those that have escaped only count no more.
// Expect: too-slow warp_instructions
__global__ void mandelbrot(int *out, int w, int h, int most)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h)
        return;
    int cx = px * 12288 / w - 8192, cy = py * 8192 / h - 4096;
    int x = 0, y = 0, steps = 0;
    bool inside = true;
    for (int k = 0; k < most; k++) {
        int xx = (x * x) >> 12, yy = (y * y) >> 12;
        inside = inside && xx + yy <= 4 * 4096;
        int ny = ((x * y) >> 11) + cy, nx = xx - yy + cx;
        x = inside ? nx : x;
        y = inside ? ny : y;
        steps += inside;
    }
    out[py * w + px] = steps;
}
