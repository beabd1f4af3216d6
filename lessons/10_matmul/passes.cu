// One product of 64 x 64 matrices with each x each elements for a thread.
template<int EACH>
__device__ void product(float *c, const float *a, const float *b)
{
    __shared__ float ta[64][17], tb[16][64];
    const int side = 64 / EACH, all = side * side;
    int tx = threadIdx.x % side, ty = threadIdx.x / side;
    float sum[EACH][EACH] = {};
    for (int t = 0; t < 64; t += 16) {
        for (int p = threadIdx.x; p < 1024; p += all) {
            ta[p / 16][p % 16] = a[p / 16 * 64 + t + p % 16];
            tb[p / 64][p % 64] = b[(t + p / 64) * 64 + p % 64];
        }
        __syncthreads();
        for (int i = 0; i < 16; i++) {
            float x[EACH], y[EACH];
#pragma unroll
            for (int r = 0; r < EACH; r++)
                x[r] = ta[ty + side * r][i], y[r] = tb[i][tx + side * r];
#pragma unroll
            for (int r = 0; r < EACH * EACH; r++)
                sum[r / EACH][r % EACH] += x[r / EACH] * y[r % EACH];
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < EACH * EACH; r++)
        c[(ty + side * (r / EACH)) * 64 + tx + side * (r % EACH)] = sum[r / EACH][r % EACH];
}
__global__ void squares(float *c, const float *a, const float *b, int each)
{
    if (each == 2)
        product<2>(c, a, b);
    else if (each == 4)
        product<4>(c, a, b);
    else
        product<8>(c, a, b);
}
