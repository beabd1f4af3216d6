// 64 x 16 numbers times 16 x 64, with E x E elements per thread.
template<int E>
__device__ void product(float *c, const float *a, const float *b)
{
    __shared__ float ta[64][17], tb[16][64];
    const int side = 64 / E;
    int tx = threadIdx.x % side, ty = threadIdx.x / side;
    for (int p = threadIdx.x; p < 1024; p += side * side) {
        ta[p / 16][p % 16] = a[p];
        tb[p / 64][p % 64] = b[p];
    }
    __syncthreads();
    float sum[E * E] = {}, x[E], y[E];
    for (int i = 0; i < 16; i++) {
        for (int r = 0; r < E; r++)
            x[r] = ta[ty + side * r][i], y[r] = tb[i][tx + side * r];
        for (int r = 0; r < E * E; r++)
            sum[r] += x[r / E] * y[r % E];
    }
    for (int r = 0; r < E * E; r++)
        c[(ty + side * (r / E)) * 64 + tx + side * (r % E)] = sum[r];
}
__global__ void squares(float *c, const float *a, const float *b,
                        int each)
{
    each == 2 ? product<2>(c, a, b)
    : each == 4 ? product<4>(c, a, b) : product<8>(c, a, b);
}
