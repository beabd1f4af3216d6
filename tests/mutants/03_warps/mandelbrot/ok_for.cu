// A for loop, with the numbers named otherwise and the steps in another order.
// Expect: passed
__global__ void mandelbrot(int *out, int w, int h, int most)
{
    for (int py = blockIdx.y * blockDim.y + threadIdx.y; py < h; py += gridDim.y * blockDim.y)
        for (int px = blockIdx.x * blockDim.x + threadIdx.x; px < w; px += gridDim.x * blockDim.x) {
            int cx = px * 12288 / w - 8192, cy = py * 8192 / h - 4096;
            int a = 0, b = 0, aa = 0, bb = 0, k;
            for (k = 0; k < most && aa + bb <= 16384; k++) {
                b = (a * b >> 11) + cy;
                a = aa - bb + cx;
                aa = a * a >> 12;
                bb = b * b >> 12;
            }
            out[py * w + px] = k;
        }
}
