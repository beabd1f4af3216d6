// Mistake: assumes that rows of x have 2 * ow + 1 elements; there may be one more.
// Expect: wrong-answer
__global__ void pooling(float *out, const float *x, int w, int h, int ow, int oh)
{
    __shared__ float tile[33][33];
    int left = 32 * blockIdx.x, top = 32 * blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
    for (int p = ty * 16 + tx; p < 1089; p += 256)
        if (top + p / 33 < h && left + p % 33 < w)
            tile[p / 33][p % 33] = x[(top + p / 33) * (2 * ow + 1) + left + p % 33];
    __syncthreads();

    int r = 16 * blockIdx.y + ty, c = 16 * blockIdx.x + tx;
    if (r < oh && c < ow) {
        float best = -INFINITY;
        for (int row = 2 * ty; row < 2 * ty + 3; row++)
            for (int col = 2 * tx; col < 2 * tx + 3; col++)
                best = fmaxf(best, tile[row][col]);
        out[r * ow + c] = best;
    }
}
