// Mistake: the sum restarts with each tile.
// Expect: wrong-answer
#define SIDE 32

__global__ void matmul_tiled(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float ta[SIDE][SIDE], tb[SIDE][SIDE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * SIDE + ty, col = blockIdx.x * SIDE + tx;

    float sum;
    for (int t = 0; t < k; t += SIDE) {
        ta[ty][tx] = a[row * k + t + tx];
        tb[ty][tx] = b[(t + ty) * n + col];
        __syncthreads();
        sum = 0;
        for (int i = 0; i < SIDE; i++)
            sum += ta[ty][i] * tb[i][tx];
        __syncthreads();
    }
    c[row * n + col] = sum;
}
