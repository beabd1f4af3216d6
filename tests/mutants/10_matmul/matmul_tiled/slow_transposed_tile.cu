// Right, but the tile of b is stored transposed, without padding: the lanes read a column.
// Expect: too-slow bank_conflict_factor
#define SIDE 32

__global__ void matmul_tiled(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float ta[SIDE][SIDE], tb[SIDE][SIDE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * SIDE + ty, col = blockIdx.x * SIDE + tx;

    float sum = 0;
    for (int t = 0; t < k; t += SIDE) {
        ta[ty][tx] = a[row * k + t + tx];
        tb[tx][ty] = b[(t + ty) * n + col];
        __syncthreads();
        for (int i = 0; i < SIDE; i++)
            sum += ta[ty][i] * tb[tx][i]; // <-- here
        __syncthreads();
    }
    c[row * n + col] = sum;
}
