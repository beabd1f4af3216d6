// Mistake: a halo on the four sides, and none at the corners.
// Expect: memory-error uninitialised-read
__global__ void smooth(unsigned char *out, const unsigned char *x, int w, int h)
{
    __shared__ unsigned char tile[10][34];
    int left = blockIdx.x * 32, top = blockIdx.y * 8;
    int tx = threadIdx.x, ty = threadIdx.y;

    int r = min(top + ty, h - 1), c = min(left + tx, w - 1);
    tile[ty + 1][tx + 1] = x[r * w + c];
    if (tx == 0)
        tile[ty + 1][0] = x[r * w + max(left - 1, 0)];
    if (tx == 31)
        tile[ty + 1][33] = x[r * w + min(left + 32, w - 1)];
    if (ty == 0)
        tile[0][tx + 1] = x[max(top - 1, 0) * w + c];
    if (ty == 7)
        tile[9][tx + 1] = x[min(top + 8, h - 1) * w + c];
    __syncthreads();

    if (left + tx < w && top + ty < h) {
        int sum = 0;
        for (int row = ty; row < ty + 3; row++)
            for (int col = tx; col < tx + 3; col++)
                sum += tile[row][col]; // <-- here
        out[(top + ty) * w + left + tx] = sum / 9;
    }
}
