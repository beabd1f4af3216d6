// Four tiles of 32 x 32 after each other, with one small tile that is used again.
// Expect: passed
__global__ void transpose_tiled(float *out, const float *x, int w, int h)
{
    __shared__ float tile[32][33];
    for (int part = 0; part < 4; part++) {
        int left = blockIdx.x * 64 + part % 2 * 32, top = blockIdx.y * 64 + part / 2 * 32;
        int c = left + threadIdx.x;
        for (int k = threadIdx.y; k < 32; k += 8)
            if (c < w && top + k < h)
                tile[k][threadIdx.x] = x[(size_t)(top + k) * w + c];
        __syncthreads();
        int r = top + threadIdx.x;
        for (int k = threadIdx.y; k < 32; k += 8)
            if (left + k < w && r < h)
                out[(size_t)(left + k) * h + r] = tile[threadIdx.x][k];
        __syncthreads();
    }
}
