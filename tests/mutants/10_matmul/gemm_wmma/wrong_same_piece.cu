// Mistake: all four warps compute the first piece: three quarters of c are never written.
// Expect: wrong-answer
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

__global__ void gemm_wmma(float *c, const unsigned short *a, const unsigned short *b, int m, int n, int k)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> y;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    int warp = threadIdx.x / 32;
    int top = blockIdx.y * 32, left = blockIdx.x * 32;

    wmma::fill_fragment(sum, 0.0f);
    for (int i = 0; i < k; i += 16) {
        wmma::load_matrix_sync(x, (const half *)a + top * k + i, k);
        wmma::load_matrix_sync(y, (const half *)b + i * n + left, n);
        wmma::mma_sync(sum, x, y, sum);
    }
    wmma::store_matrix_sync(c + top * n + left, sum, n, wmma::mem_row_major);
}
