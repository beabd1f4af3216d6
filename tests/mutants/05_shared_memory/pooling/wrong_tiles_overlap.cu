// Mistake: the tile of the next block begins 33 further, not 32.
// Expect: wrong-answer
__global__ void pooling(float *out, const float *x, int w, int h, int ow, int oh)
{
    __shared__ float tile[33][33];
    int left = 32 * blockIdx.x, top = 32 * blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
    left = 33 * blockIdx.x, top = 33 * blockIdx.y;
    for (int p = ty * 16 + tx; p < 1089; p += 256)
        tile[p / 33][p % 33] = top + p / 33 < h && left + p % 33 < w ? x[(top + p / 33) * w + left + p % 33] : -1000;
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
