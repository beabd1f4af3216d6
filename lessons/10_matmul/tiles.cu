// Products of n x n matrices, with one thread for each element.
#define COL (blockIdx.x * 16 + threadIdx.x)
#define ROW (blockIdx.y * 16 + threadIdx.y)
__global__ void naive(float *c, const float *a, const float *b, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[ROW * n + i] * b[i * n + COL];
    c[ROW * n + COL] = sum;
}
__global__ void tiled(float *c, const float *a, const float *b, int n)
{
    __shared__ float ta[16][16], tb[16][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    float sum = 0;
    for (int t = 0; t < n; t += 16) {
        ta[ty][tx] = a[ROW * n + t + tx];
        tb[ty][tx] = b[(t + ty) * n + COL];
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += ta[ty][i] * tb[i][tx];
        __syncthreads();
    }
    c[ROW * n + COL] = sum;
}
