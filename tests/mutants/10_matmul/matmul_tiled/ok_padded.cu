// Padded rows, which do no harm, and the second barrier at the beginning of the round.
// Expect: passed
#define SIDE 32

__global__ void matmul_tiled(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float ta[SIDE][SIDE + 1], tb[SIDE][SIDE + 1];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * SIDE + ty, col = blockIdx.x * SIDE + tx;

    float sum = 0;
    for (int t = 0; t < k; t += SIDE) {
        __syncthreads();
        ta[ty][tx] = a[row * k + t + tx];
        tb[ty][tx] = b[(t + ty) * n + col];
        __syncthreads();
        for (int i = 0; i < SIDE; i++)
            sum += ta[ty][i] * tb[i][tx];
    }
    c[row * n + col] = sum;
}
