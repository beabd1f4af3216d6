// A tile with a halo, wrapped.
// Expect: passed
__global__ void game_of_life(unsigned char *out, const unsigned char *cells, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;

    __shared__ unsigned char tile[10][34];

    for (int p = threadIdx.y * 32 + threadIdx.x; p < 340; p += 256) {
        int row = (blockIdx.y * 8 + p / 34 + h - 1) % h, col = (blockIdx.x * 32 + p % 34 + w - 1) % w;
        tile[p / 34][p % 34] = cells[row * w + col];
    }
    __syncthreads();
    if (r >= h || c >= w)
        return;
    int all = 0, own = tile[threadIdx.y + 1][threadIdx.x + 1];
    for (int k = 0; k < 9; k++)
        all += tile[threadIdx.y + k / 3][threadIdx.x + k % 3];
    out[r * w + c] = all == 3 || (all == 4 && own);
}
