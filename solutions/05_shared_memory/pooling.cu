// The tile has four times as many elements as the block has threads, so which thread fills an element has nothing
// to do with which thread needs it. Numbered along the rows of the tile, neighbouring threads load neighbours.
// Without a tile they would load every second float, and use half of each sector at a time.
//
// A lane looks at columns 2 * tx, and two rows of 16 threads make a warp. A row of the tile has 33 floats,
// so the second row of threads reads 66 floats further on, which is 2 banks. The 16 even banks of the first half
// and those of the second half coincide, and a read takes two passes. Shared memory can afford it.

#define SIDE 16
#define TILE (2 * SIDE + 1)

__global__ void pooling(float *out, const float *x, int w, int h, int ow, int oh)
{
    __shared__ float tile[TILE][TILE];
    int left = 2 * SIDE * blockIdx.x, top = 2 * SIDE * blockIdx.y;
    int tx = threadIdx.x, ty = threadIdx.y;

    for (int p = ty * SIDE + tx; p < TILE * TILE; p += SIDE * SIDE) {
        int r = top + p / TILE, c = left + p % TILE;
        if (r < h && c < w)
            tile[p / TILE][p % TILE] = x[r * w + c];
    }
    __syncthreads();

    int r = SIDE * blockIdx.y + ty, c = SIDE * blockIdx.x + tx;
    if (r < oh && c < ow) {
        float best = tile[2 * ty][2 * tx];
        for (int row = 2 * ty; row < 2 * ty + 3; row++)
            for (int col = 2 * tx; col < 2 * tx + 3; col++)
                best = fmaxf(best, tile[row][col]);
        out[r * ow + c] = best;
    }
}
