// First the largest of three along each row of the tile, then of three rows.
// Expect: passed
__global__ void pooling(float *__restrict__ out, const float *__restrict__ x, int w, int h, int ow, int oh)
{
    __shared__ float tile[33][34], rows[33][17];
    int left = 32 * blockIdx.x, top = 32 * blockIdx.y, t = threadIdx.y * 16 + threadIdx.x;
    for (int row = t / 32; row < 33; row += 8)
        for (int col = t % 32; col < 33; col += 32)
            tile[row][col] = top + row < h && left + col < w ? x[(size_t)(top + row) * w + left + col] : -INFINITY;
    __syncthreads();
    for (int k = t; k < 33 * 16; k += 256) {
        const float *p = &tile[k / 16][k % 16 * 2];
        rows[k / 16][k % 16] = fmaxf(fmaxf(p[0], p[1]), p[2]);
    }
    __syncthreads();
    int r = 16 * blockIdx.y + threadIdx.y, c = 16 * blockIdx.x + threadIdx.x, y = 2 * threadIdx.y, k = threadIdx.x;
    if (r < oh && c < ow)
        out[r * ow + c] = fmaxf(fmaxf(rows[y][k], rows[y + 1][k]), rows[y + 2][k]);
}
