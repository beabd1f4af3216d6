// Nothing here says which lane does what. A fragment belongs to the whole warp, and the library does
// not say which of its 256 elements a lane holds; it differs from one GPU to the next. So there is no
// threadIdx.x % 32 in the kernel, and no condition may keep a lane away from these calls.
//
// Each step loads 256 numbers of a and of b for 4096 products: 8 products for each load. The ordinary
// units would need a tile in shared memory and a loop for that. A fragment keeps its sums in registers
// until the walk along k is done.
//
// The products are exact, since a float holds the product of two halves, and the sums are floats.
//
// It is far from the limit all the same: each piece of a is loaded again by every warp to the right of
// it. A warp with 4 x 4 sums loads eight pieces for sixteen products (gemm_tensor), and tiles in shared
// memory do the rest.

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

    wmma::fill_fragment(sum, 0.0f);
    for (int i = 0; i < k; i += 16) {
        wmma::load_matrix_sync(x, (const half *)a + top * k + i, k);
        wmma::load_matrix_sync(y, (const half *)b + i * n + left, n);
        wmma::mma_sync(sum, x, y, sum);
    }
    wmma::store_matrix_sync(c + top * n + left, sum, n, wmma::mem_row_major);
}
