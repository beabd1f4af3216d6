// Mistake: the guard of the store is that of the load, though the loops have changed places: c against the height.
// Expect: memory-error out-of-bounds
__global__ void transpose_tiled(float *out, const float *x, int w, int h)
{
    __shared__ float tile[64][65];
    int left = blockIdx.x * 64, top = blockIdx.y * 64;
    int tx = threadIdx.x, ty = threadIdx.y;

    for (int r = ty; r < 64; r += 8)
        for (int c = tx; c < 64; c += 32)
            if (left + c < w && top + r < h)
                tile[r][c] = x[(top + r) * w + left + c];
    __syncthreads();

    for (int c = ty; c < 64; c += 8)
        for (int r = tx; r < 64; r += 32)
            if (left + r < w && top + c < h)
                out[(left + c) * h + top + r] = tile[r][c]; // <-- here
}
