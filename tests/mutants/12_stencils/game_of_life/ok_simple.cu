// A loop over the eight, wrapped by remainders.
// Expect: passed
__global__ void game_of_life(unsigned char *out, const unsigned char *cells, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;

    if (r >= h || c >= w)
        return;
    int near = 0;
    for (int dr = -1; dr <= 1; dr++)
        for (int dc = -1; dc <= 1; dc++)
            if (dr || dc)
                near += cells[(r + dr + h) % h * w + (c + dc + w) % w];
    out[r * w + c] = near == 3 || (near == 2 && cells[r * w + c]);
}
