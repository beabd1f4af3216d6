// In both halves tx runs along a row in global memory, so every load and every store of a warp accesses 32
// neighbours: 4 sectors. Only the tile is read across, and shared memory has no sectors.
//
// It has banks, though. With rows of 64 floats the elements of a column would be 64 words apart, all in one
// bank: 32 passes for one read. With 65, each row starts one bank further on, and a column is spread over 32 banks.
//
// A thread moves 16 elements, number k in row ty + 8 * (k / 2) and column tx + 32 * (k % 2) of the tile (or of
// the result). It loads all of them into registers before it stores the first: 16 loads are in flight at once.
// Loading one at a time would leave the memory waiting for the threads.

#define SIDE 64
#define EACH 16

__global__ void transpose_tiled(float *__restrict__ out, const float *__restrict__ x, int w, int h)
{
    __shared__ float tile[SIDE][SIDE + 1];
    int left = blockIdx.x * SIDE, top = blockIdx.y * SIDE;
    int tx = threadIdx.x, ty = threadIdx.y;

    float v[EACH];
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int r = top + ty + 8 * (k / 2), c = left + tx + 32 * (k % 2);
        v[k] = r < h && c < w ? x[r * w + c] : 0;
    }
#pragma unroll
    for (int k = 0; k < EACH; k++)
        tile[ty + 8 * (k / 2)][tx + 32 * (k % 2)] = v[k];
    __syncthreads();

#pragma unroll
    for (int k = 0; k < EACH; k++) {
        int c = ty + 8 * (k / 2), r = tx + 32 * (k % 2);
        if (left + c < w && top + r < h)
            out[(left + c) * h + top + r] = tile[r][c];
    }
}
