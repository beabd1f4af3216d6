// Two pairs of tiles in turn: one barrier in each round is enough.
// Expect: passed
__global__ void matmul_tiled(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float ta[2][32][32], tb[2][32][32];
    const int tx = threadIdx.x, ty = threadIdx.y;
    a += (blockIdx.y * 32 + ty) * k + tx;
    b += ty * n + blockIdx.x * 32 + tx;
    float sum = 0;
    for (int t = 0, now = 0; t < k; t += 32, now ^= 1) {
        ta[now][ty][tx] = a[t];
        tb[now][ty][tx] = b[t * n];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 32; i++)
            sum = fmaf(ta[now][ty][i], tb[now][i][tx], sum);
    }
    c[(blockIdx.y * 32 + ty) * n + blockIdx.x * 32 + tx] = sum;
}
