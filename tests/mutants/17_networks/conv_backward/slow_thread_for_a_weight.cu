// Right, but nine threads do all the work, one for each weight.
// Expect: too-slow active_lanes
__global__ void conv_backward(float *dw, float *db, const float *dy, const float *x, int ci, int co, int h, int w)
{
    int i = blockIdx.x, o = blockIdx.y, k = threadIdx.x;
    float sum = 0, all = 0;

    if (k >= 9)
        return;
    for (int r = 0; r < h; r++)
        for (int c = 0; c < w; c++) {
            int row = r + k / 3 - 1, col = c + k % 3 - 1;
            float g = dy[((size_t)o * h + r) * w + c];

            all += g;
            if (row >= 0 && row < h && col >= 0 && col < w)
                sum += g * x[((size_t)i * h + row) * w + col];
        }
    dw[((size_t)o * ci + i) * 9 + k] = sum;
    if (k == 0 && i == 0)
        db[o] = all;
}
