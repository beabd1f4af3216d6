// Right, but lane 0 does the work of the warp.
// Expect: too-slow active_lanes
__global__ void mx_rows(float *y, float *bound, const unsigned char *code, const unsigned char *scale, const float *x,
                        int rows, int blocks)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    float sum = 0, off = 0;

    if (r >= rows || lane > 0)
        return;
    for (int k = 0; k < 32 * blocks; k++) {
        int b = k / 32, lane = k % 32;
        int byte = code[32 * (blocks * r + b) + lane], s = scale[blocks * r + b];
        int m = byte & 127, e = max(m / 8, 1);
        float unit = ldexpf(x[32 * b + lane], s - 127 + e - 10);
        float v = (m - 8 * (e - 1)) * unit;

        sum += byte & 128 ? -v : v;
        off += fabsf(unit) / 2;
    }
    if (lane == 0) {
        y[r] = sum;
        bound[r] = off;
    }
}
