// Turned on the way into the tile: there the columns are written, and rows are read.
// Expect: passed
__global__ void transpose_tiled(float *out, const float *__restrict__ x, int w, int h)
{
    __shared__ float tile[64][65];
    const unsigned tx = threadIdx.x, ty = threadIdx.y, left = 64 * blockIdx.x, top = 64 * blockIdx.y;
#pragma unroll 1
    for (unsigned k = 0; k < 16; k++) {
        unsigned r = ty + k / 2 * 8, c = tx + k % 2 * 32;
        if (left + c < w && top + r < h)
            tile[c][r] = x[(top + r) * w + left + c];
    }
    __syncthreads();
#pragma unroll 1
    for (unsigned k = 0; k < 16; k++) {
        unsigned c = ty + k / 2 * 8, r = tx + k % 2 * 32;
        if (left + c < w && top + r < h)
            out[(left + c) * h + top + r] = tile[c][r];
    }
}
