// Expect: passed
// Four arrays for the tile, a root and a division.
__global__ void nbody_tile(float *acceleration, const float *body, int n)
{
    __shared__ float xs[256], ys[256], zs[256], ms[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float x = 0, y = 0, z = 0, ax = 0, ay = 0, az = 0;

    if (i < n)
        x = body[4 * i], y = body[4 * i + 1], z = body[4 * i + 2];
    for (int first = 0; first < n; first += 256) {
        int j = first + t;
        if (j < n)
            xs[t] = body[4 * j], ys[t] = body[4 * j + 1], zs[t] = body[4 * j + 2], ms[t] = body[4 * j + 3];
        __syncthreads();
        for (int k = 0; k < 256 && first + k < n; k++) {
            float dx = xs[k] - x, dy = ys[k] - y, dz = zs[k] - z, q = dx * dx + dy * dy + dz * dz + 0.0625f;
            float f = ms[k] * rsqrtf(q) / q;
            ax += f * dx, ay += f * dy, az += f * dz;
        }
        __syncthreads();
    }
    if (i < n)
        acceleration[3 * i] = ax, acceleration[3 * i + 1] = ay, acceleration[3 * i + 2] = az;
}
