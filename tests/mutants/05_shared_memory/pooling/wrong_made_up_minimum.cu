// Mistake: the maximum begins with a number that seems small enough, and is larger than all of the window for some data.
// Expect: wrong-answer
__global__ void pooling(float *out, const float *x, int w, int h, int ow, int oh)
{
    __shared__ float tile[33][33];
    int left = 32 * blockIdx.x, top = 32 * blockIdx.y;
    int tx = threadIdx.x, ty = threadIdx.y;

    for (int p = ty * 16 + tx; p < 33 * 33; p += 256) {
        int r = top + p / 33, c = left + p % 33;
        tile[p / 33][p % 33] = r < h && c < w ? x[r * w + c] : -1e6f;
    }
    __syncthreads();

    int r = 16 * blockIdx.y + ty, c = 16 * blockIdx.x + tx;
    if (r < oh && c < ow) {
        float best = -1e6f;
        for (int row = 2 * ty; row < 2 * ty + 3; row++)
            for (int col = 2 * tx; col < 2 * tx + 3; col++)
                best = fmaxf(best, tile[row][col]);
        out[r * ow + c] = best;
    }
}
