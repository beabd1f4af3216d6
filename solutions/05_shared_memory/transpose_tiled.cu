// In both halves tx runs along a row in global memory, so every load and every store of a warp is 32
// neighbours: 4 sectors. It is the tile that is read across, and shared memory has no sectors.
//
// It has banks, though. With rows of 64 floats the elements of a column would be 64 places apart, all in one
// bank: 32 passes for one read. With 65 each row begins one bank further, and a column lies in 32 of them.
//
// A thread moves 16 elements. The loops are unrolled, and the 16 loads do not depend on each other: all of
// them are under way at once. A copy needs that more than it needs threads.

#define SIDE 64

__global__ void transpose_tiled(float *__restrict__ out, const float *__restrict__ x, int w, int h)
{
    __shared__ float tile[SIDE][SIDE + 1];
    int left = blockIdx.x * SIDE, top = blockIdx.y * SIDE;
    int tx = threadIdx.x, ty = threadIdx.y;

#pragma unroll
    for (int r = ty; r < SIDE; r += 8)
#pragma unroll
        for (int c = tx; c < SIDE; c += 32)
            if (left + c < w && top + r < h)
                tile[r][c] = x[(top + r) * w + left + c];
    __syncthreads();

#pragma unroll
    for (int c = ty; c < SIDE; c += 8)
#pragma unroll
        for (int r = tx; r < SIDE; r += 32)
            if (left + c < w && top + r < h)
                out[(left + c) * h + top + r] = tile[r][c];
}
