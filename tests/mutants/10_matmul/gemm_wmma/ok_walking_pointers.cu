// Pointers that walk along k, and the sums of two steps in fragments of their own.
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

    const half *p = (const half *)a + (size_t)top * k, *q = (const half *)b + left, *end = p + k;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> odd;

    wmma::fill_fragment(sum, 0.0f);
    wmma::fill_fragment(odd, 0.0f);
    for (bool first = true; p < end; p += 16, q += 16 * n, first = !first) {
        wmma::load_matrix_sync(x, p, k);
        wmma::load_matrix_sync(y, q, n);
        if (first)
            wmma::mma_sync(sum, x, y, sum);
        else
            wmma::mma_sync(odd, x, y, odd);
    }
    for (int i = 0; i < sum.num_elements; i++)
        sum.x[i] += odd.x[i];
    wmma::store_matrix_sync(c + top * n + left, sum, n, wmma::mem_row_major);
}
