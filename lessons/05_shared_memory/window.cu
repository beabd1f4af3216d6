// Sums of (2r + 1) x (2r + 1) floats. Rows of x are w + 2r long.
#define COL (blockIdx.x * 32 + threadIdx.x)
#define ROW (blockIdx.y * 8 + threadIdx.y)
__global__ void from_global(float *out, const float *x, int w, int r)
{
    float sum = 0;
    for (int y = 0; y <= 2 * r; y++)
        for (int k = 0; k <= 2 * r; k++)
            sum += x[(ROW + y) * (w + 2 * r) + COL + k];
    out[ROW * w + COL] = sum;
}
__global__ void from_tile(float *out, const float *x, int w, int r)
{
    __shared__ float tile[16][40];
    for (int y = threadIdx.y; y < 8 + 2 * r; y += 8)
        for (int k = threadIdx.x; k < 32 + 2 * r; k += 32)
            tile[y][k] = x[(ROW - threadIdx.y + y) * (w + 2 * r)
                           + COL - threadIdx.x + k];
    __syncthreads();
    float sum = 0;
    for (int y = 0; y <= 2 * r; y++)
        for (int k = 0; k <= 2 * r; k++)
            sum += tile[threadIdx.y + y][threadIdx.x + k];
    out[ROW * w + COL] = sum;
}
