// Mistake: a tile of 32 x 32: place 33 of a row is the first of the next one, and the last is past the end.
// Expect: memory-error out-of-bounds
__global__ void pooling(float *out, const float *x, int w, int h, int ow, int oh)
{
    __shared__ float tile[32][32];
    int left = 32 * blockIdx.x, top = 32 * blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
    for (int p = ty * 16 + tx; p < 1024; p += 256)
        if (top + p / 32 < h && left + p % 32 < w)
            tile[p / 32][p % 32] = x[(top + p / 32) * w + left + p % 32];
    __syncthreads();

    int r = 16 * blockIdx.y + ty, c = 16 * blockIdx.x + tx;
    if (r < oh && c < ow) {
        float best = -INFINITY;
        for (int row = 2 * ty; row < 2 * ty + 3; row++)
            for (int col = 2 * tx; col < 2 * tx + 3; col++)
                best = fmaxf(best, tile[row][col]); // <-- here
        out[r * ow + c] = best;
    }
}
