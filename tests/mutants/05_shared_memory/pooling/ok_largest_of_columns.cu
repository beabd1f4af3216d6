// Each thread first finds the largest of columns in the tile, then of three such results.
// Expect: passed
__global__ void pooling(float *out, const float *x, int w, int h, int ow, int oh)
{
    __shared__ float tile[33 * 33], high[16][33];
    int t = threadIdx.y * 16 + threadIdx.x;
    for (int p = t; p < 33 * 33; p += 256) {
        int r = blockIdx.y * 32 + p / 33, c = blockIdx.x * 32 + p % 33;
        tile[p] = r < h && c < w ? x[(size_t)r * w + c] : -INFINITY;
    }
    __syncthreads();
    for (int p = t; p < 16 * 33; p += 256) {
        const float *top = tile + p / 33 * 66 + p % 33;
        high[p / 33][p % 33] = fmaxf(top[0], fmaxf(top[33], top[66]));
    }
    __syncthreads();
    int r = blockIdx.y * 16 + threadIdx.y, c = blockIdx.x * 16 + threadIdx.x;
    const float *three = high[threadIdx.y] + 2 * threadIdx.x;
    if (r < oh && c < ow)
        out[r * ow + c] = fmaxf(three[0], fmaxf(three[1], three[2]));
}
