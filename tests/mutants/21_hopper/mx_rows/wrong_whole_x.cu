// Mistake: the elements of x are kept as ints.
// Expect: wrong-answer
__global__ void mx_rows(float *y, float *bound, const unsigned char *code, const unsigned char *scale, const float *x,
                        int rows, int blocks)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    float sum = 0, off = 0;

    if (r >= rows)
        return;
    for (int b = 0; b < blocks; b++) {
        int byte = code[32 * (blocks * r + b) + lane], s = scale[blocks * r + b];
        int m = byte & 127, e = max(m / 8, 1);
        float unit = ldexpf((int)x[32 * b + lane], s - 127 + e - 10);
        float v = (m - 8 * (e - 1)) * unit;

        sum += byte & 128 ? -v : v;
        off += fabsf(unit) / 2;
    }
    for (int by = 16; by > 0; by /= 2) {
        sum += __shfl_xor_sync(0xFFFFFFFF, sum, by);
        off += __shfl_xor_sync(0xFFFFFFFF, off, by);
    }
    if (lane == 0) {
        y[r] = sum;
        bound[r] = off;
    }
}
