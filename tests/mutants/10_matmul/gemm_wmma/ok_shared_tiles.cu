// The block copies 32 x 16 of a and 16 x 32 of b to shared memory, and two warps load each piece from there.
// Expect: passed
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

__global__ void gemm_wmma(float *c, const unsigned short *a, const unsigned short *b, int m, int n, int k)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> y;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    int warp = threadIdx.x / 32;
    int top = blockIdx.y * 32 + warp / 2 * 16, left = blockIdx.x * 32 + warp % 2 * 16;

    __shared__ __align__(32) half s[32 * 16], t[16 * 32];

    wmma::fill_fragment(sum, 0.0f);
    for (int i = 0; i < k; i += 16) {
        __syncthreads();
        if (threadIdx.x < 64) {
            int p = threadIdx.x;
            ((int4 *)s)[p] = *(const int4 *)(a + (blockIdx.y * 32 + p / 2) * k + i + p % 2 * 8);
        } else {
            int p = threadIdx.x - 64;
            ((int4 *)t)[p] = *(const int4 *)(b + (i + p / 4) * n + blockIdx.x * 32 + p % 4 * 8);
        }
        __syncthreads();
        wmma::load_matrix_sync(x, s + warp / 2 * 256, 16);
        wmma::load_matrix_sync(y, t + warp % 2 * 16, 32);
        wmma::mma_sync(sum, x, y, sum);
    }
    wmma::store_matrix_sync(c + top * n + left, sum, n, wmma::mem_row_major);
}
