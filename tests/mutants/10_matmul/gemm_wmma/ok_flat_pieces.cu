// The warps share the pieces otherwise, with fragments of 32 x 8: warp w computes 8 columns of all 32 rows.
// Expect: passed
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

__global__ void gemm_wmma(float *c, const unsigned short *a, const unsigned short *b, int m, int n, int k)
{
    wmma::fragment<wmma::matrix_a, 32, 8, 16, __half, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 32, 8, 16, __half, wmma::row_major> y;
    wmma::fragment<wmma::accumulator, 32, 8, 16, float> sum;
    int top = blockIdx.y * 32, left = blockIdx.x * 32 + threadIdx.x / 32 * 8;

    wmma::fill_fragment(sum, 0.0f);
    for (int i = 0; i < k; i += 16) {
        wmma::load_matrix_sync(x, reinterpret_cast<const __half *>(a) + top * k + i, k);
        wmma::load_matrix_sync(y, reinterpret_cast<const __half *>(b) + i * n + left, n);
        wmma::mma_sync(sum, x, y, sum);
    }
    wmma::store_matrix_sync(&c[top * n + left], sum, n, wmma::mem_row_major);
}
