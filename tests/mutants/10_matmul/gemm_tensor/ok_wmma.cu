// Expect: passed
// The same product by nvcuda::wmma, in pieces of 16 x 16 x 8: no table of lanes. A warp has 4 x 4 pieces of sums.
#include <mma.h>
using namespace nvcuda;

__global__ void gemm_tensor(float *c, const float *a, const float *b, int m, int n, int k)
{
    int warp = threadIdx.x / 32;
    int top = blockIdx.y * 128 + warp / 2 * 64, left = blockIdx.x * 128 + warp % 2 * 64;

    wmma::fragment<wmma::accumulator, 16, 16, 8, float> sum[4][4];
#pragma unroll
    for (int r = 0; r < 4; r++)
#pragma unroll
        for (int j = 0; j < 4; j++)
            wmma::fill_fragment(sum[r][j], 0.0f);
    for (int i = 0; i < k; i += 8) {
        wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> x[4];
        wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> y[4];
#pragma unroll
        for (int r = 0; r < 4; r++)
            wmma::load_matrix_sync(x[r], a + (top + 16 * r) * k + i, k);
#pragma unroll
        for (int j = 0; j < 4; j++)
            wmma::load_matrix_sync(y[j], b + i * n + left + 16 * j, n);
#pragma unroll
        for (int r = 0; r < 4; r++)
#pragma unroll
            for (int j = 0; j < 4; j++)
                wmma::mma_sync(sum[r][j], x[r], y[j], sum[r][j]);
    }
#pragma unroll
    for (int r = 0; r < 4; r++)
#pragma unroll
        for (int j = 0; j < 4; j++)
            wmma::store_matrix_sync(c + (top + 16 * r) * n + left + 16 * j, sum[r][j], n, wmma::mem_row_major);
}
