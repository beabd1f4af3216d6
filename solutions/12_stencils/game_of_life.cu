// The indices are wrapped once for each side, not once for each neighbour: three rows and three columns.
// A comparison is cheaper than the remainder of a division, and says what is meant: the first column
// comes after the last one.
//
// The cells are bytes. A warp's row is 32 bytes, one sector, and the neighbours to the left and right
// are in it or next to it, so the loads need few sectors and the caches do the rest.

__global__ void game_of_life(unsigned char *out, const unsigned char *cells, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;

    if (r >= h || c >= w)
        return;

    int left = c > 0 ? c - 1 : w - 1, right = c < w - 1 ? c + 1 : 0;
    const unsigned char *above = cells + (r > 0 ? r - 1 : h - 1) * w;
    const unsigned char *below = cells + (r < h - 1 ? r + 1 : 0) * w;
    const unsigned char *row = cells + r * w;
    int near = above[left] + above[c] + above[right] + row[left] + row[right] + below[left] + below[c] + below[right];

    out[r * w + c] = near == 3 || (near == 2 && row[c]);
}
