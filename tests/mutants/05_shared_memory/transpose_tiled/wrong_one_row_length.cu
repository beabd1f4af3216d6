// Mistake: uses the row length of x for the result; right only for squares.
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
            if (left + c < w && top + r < h)
                out[(left + c) * w + top + r] = tile[r][c]; // <-- here
}
