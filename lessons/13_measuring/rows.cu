// Sums of five rows: each thread computes `rows` points below each other.
__global__ void five_loads(float *out, const float *x,
                           int w, int h, int rows)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int first = blockIdx.y * rows;
    for (int r = first; r < first + rows; r++) {
        float sum = 0;
        for (int d = 0; d < 5; d++)
            sum += x[(r + d) * w + c];
        out[r * w + c] = sum;
    }
}

// The same with a window: one new load for each point.
__global__ void one_load(float *out, const float *x,
                         int w, int h, int rows)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int first = blockIdx.y * rows;
    const float *at = x + first * w + c;
    float v0 = at[0], v1 = at[w], v2 = at[2 * w], v3 = at[3 * w];
    for (int r = 0; r < rows; r++) {
        float v4 = at[(r + 4) * w];
        out[(first + r) * w + c] = v0 + v1 + v2 + v3 + v4;
        v0 = v1, v1 = v2, v2 = v3, v3 = v4;
    }
}
