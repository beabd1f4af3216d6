// Right, but one thread of each row of a block does the work of 32.
// Expect: too-slow active_lanes
__global__ void game_of_life(unsigned char *out, const unsigned char *cells, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;

    int last = min(w, c + 32);
    if (r >= h || threadIdx.x)
        return;
    for (; c < last; c++) {
        int near = 0;
        for (int k = 0; k < 9; k++)
            near += k == 4 ? 0 : cells[(r + k / 3 - 1 + h) % h * w + (c + k % 3 - 1 + w) % w];
        out[r * w + c] = near == 3 || (near == 2 && cells[r * w + c]);
    }
}
