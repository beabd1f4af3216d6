// Mistake: reads the sums of the other warps without waiting for them.
// Expect: data-race data-race-shared
__global__ void conv_backward(float *dw, float *db, const float *dy, const float *x, int ci, int co, int h, int w)
{
    __shared__ float part[4][10];
    int i = blockIdx.x, o = blockIdx.y, t = threadIdx.x;
    const float *from = x + (size_t)i * h * w, *gradient = dy + (size_t)o * h * w;
    float sum[10] = { 0 };

    for (int p = t; p < h * w; p += 128) {
        int r = p / w, c = p % w;
        float g = gradient[p];

#pragma unroll
        for (int k = 0; k < 9; k++) {
            int row = r + k / 3 - 1, col = c + k % 3 - 1;

            if (row >= 0 && row < h && col >= 0 && col < w)
                sum[k] += g * from[row * w + col];
        }
        sum[9] += g;
    }
#pragma unroll
    for (int k = 0; k < 10; k++) {
        for (int s = 16; s > 0; s /= 2)
            sum[k] += __shfl_down_sync(0xffffffff, sum[k], s);
        if (t % 32 == 0)
            part[t / 32][k] = sum[k];
    }
    if (t < 9)
        dw[((size_t)o * ci + i) * 9 + t] = part[0][t] + part[1][t] + part[2][t] + part[3][t];
    else if (t == 9 && i == 0)
        db[o] = part[0][9] + part[1][9] + part[2][9] + part[3][9];
}
