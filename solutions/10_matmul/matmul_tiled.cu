// Each element comes from global memory once for each block that needs it, and 32 threads use it.
// So there are 32 times fewer loads of a and of b than without the tiles.
//
// Both tiles are loaded along rows, tx being the column: 32 neighbouring elements. When the lanes
// of a warp read them, all have the same ty, so ta[ty][i] is one element for all of them and
// tb[i][tx] are 32 neighbouring ones. Neither has a bank conflict, and no padding is needed: the
// lanes of a warp never read down a column.
//
// The first barrier makes the reads wait until the tiles are full, the second makes the next stores
// wait until all reads are done.

#define SIDE 32

__global__ void matmul_tiled(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float ta[SIDE][SIDE], tb[SIDE][SIDE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * SIDE + ty, col = blockIdx.x * SIDE + tx;

    float sum = 0;
    for (int t = 0; t < k; t += SIDE) {
        ta[ty][tx] = a[row * k + t + tx];
        tb[ty][tx] = b[(t + ty) * n + col];
        __syncthreads();
        for (int i = 0; i < SIDE; i++)
            sum += ta[ty][i] * tb[i][tx];
        __syncthreads();
    }
    c[row * n + col] = sum;
}
