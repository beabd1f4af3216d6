// Expect: passed
// A table of the 128 magnitudes in shared memory, and block by block a sum before the scale.
__global__ void mx_rows(float *y, float *bound, const unsigned char *code, const unsigned char *scale, const float *x,
                        int rows, int blocks)
{
    __shared__ float value[128], half[128];
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, m = threadIdx.x;

    if (m < 128) {
        value[m] = m < 8 ? ldexpf(m, -9) : ldexpf(8 + m % 8, m / 8 - 10);
        half[m] = m < 8 ? ldexpf(1, -10) : ldexpf(1, m / 8 - 11);
    }
    __syncthreads();
    if (r >= rows)
        return;

    const unsigned char *own = code + (size_t)32 * blocks * r;
    float sum = 0, off = 0;

    for (int b = 0; b < blocks; b++) {
        int byte = own[32 * b + lane];
        float by = x[32 * b + lane];

        sum += ldexpf(value[byte % 128] * (byte < 128 ? by : -by), scale[blocks * r + b] - 127);
        off += ldexpf(half[byte % 128] * fabsf(by), scale[blocks * r + b] - 127);
    }
    for (int by = 1; by < 32; by *= 2) {
        sum += __shfl_down_sync(0xFFFFFFFF, sum, by);
        off += __shfl_down_sync(0xFFFFFFFF, off, by);
    }
    if (lane == 0) {
        y[r] = sum;
        bound[r] = off;
    }
}
