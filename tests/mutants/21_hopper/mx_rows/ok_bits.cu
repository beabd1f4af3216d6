// Expect: passed
// Builds the float from bits; the scale in two steps, so that 2^-127 works.
__global__ void mx_rows(float *y, float *bound, const unsigned char *code, const unsigned char *scale, const float *x,
                        int rows, int blocks)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, warps = gridDim.x * blockDim.x >> 5, lane = threadIdx.x & 31;

    for (int r = warp; r < rows; r += warps) {
        float sum = 0, off = 0;

        for (int k = lane; k < 32 * blocks; k += 32) {
            unsigned byte = code[(size_t)32 * blocks * r + k], s = scale[blocks * r + k / 32];
            float v = byte & 0x78 ? __uint_as_float(((byte & 0x7F) << 20) + (120u << 23)) : (byte & 7) * 0x1p-9f;
            float half = byte & 0x78 ? __uint_as_float((((byte & 0x78) << 20) + (116u << 23))) : 0x1p-10f;
            float factor = s ? __uint_as_float(s << 23) : 0x1p-127f;

            sum += (byte & 0x80 ? -v : v) * factor * x[k];
            off += half * factor * fabsf(x[k]);
        }
        for (int by = 16; by > 0; by /= 2) {
            sum += __shfl_down_sync(0xFFFFFFFF, sum, by);
            off += __shfl_down_sync(0xFFFFFFFF, off, by);
        }
        if (lane == 0)
            y[r] = sum, bound[r] = off;
    }
}
