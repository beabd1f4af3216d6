// Mistake: each thread fills four places, 2 x 2; the 33rd row and column are left unwritten.
// Expect: memory-error uninitialised-read
__global__ void pooling(float *out, const float *x, int w, int h, int ow, int oh)
{
    __shared__ float tile[33][33];
    int left = 32 * blockIdx.x, top = 32 * blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
    for (int k = 0; k < 4; k++) {
        int row = 2 * ty + k / 2, col = 2 * tx + k % 2;
        if (top + row < h && left + col < w)
            tile[row][col] = x[(top + row) * w + left + col];
    }
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
