// Expect: passed
// By nvcuda::wmma from tiles of half precision in shared memory: these numbers have few enough digits. Slower than lanes that
// load for themselves, but far from a program without tensor cores.
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

__global__ void gemm_tensor(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ __align__(32) __half ta[128][16 + 8], tb[16][128 + 8];
    int t = threadIdx.x, warp = t / 32;
    int top = blockIdx.y * 128, left = blockIdx.x * 128, r0 = warp / 2 * 64, c0 = warp % 2 * 64;

    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[4][4];
#pragma unroll
    for (int r = 0; r < 4; r++)
#pragma unroll
        for (int j = 0; j < 4; j++)
            wmma::fill_fragment(sum[r][j], 0.0f);
    for (int i = 0; i < k; i += 16) {
#pragma unroll
        for (int l = 0; l < 16; l++) {
            ta[t / 16 + 8 * l][t % 16] = __float2half(a[(top + t / 16 + 8 * l) * k + i + t % 16]);
            tb[l][t] = __float2half(b[(i + l) * n + left + t]);
        }
        __syncthreads();
        wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> x[4];
        wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> y[4];
#pragma unroll
        for (int r = 0; r < 4; r++)
            wmma::load_matrix_sync(x[r], &ta[r0 + 16 * r][0], 16 + 8);
#pragma unroll
        for (int j = 0; j < 4; j++)
            wmma::load_matrix_sync(y[j], &tb[0][c0 + 16 * j], 128 + 8);
#pragma unroll
        for (int r = 0; r < 4; r++)
#pragma unroll
            for (int j = 0; j < 4; j++)
                wmma::mma_sync(sum[r][j], x[r], y[j], sum[r][j]);
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 4; r++)
#pragma unroll
        for (int j = 0; j < 4; j++)
            wmma::store_matrix_sync(c + (top + r0 + 16 * r) * n + left + c0 + 16 * j, sum[r][j], n, wmma::mem_row_major);
}
