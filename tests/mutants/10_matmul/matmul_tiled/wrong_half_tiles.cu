// Mistake: tiles of half, which have 11 bits; some elements need more.
// Expect: wrong-answer
#include <cuda_fp16.h>

#define SIDE 32

__global__ void matmul_tiled(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ __half ta[SIDE][SIDE], tb[SIDE][SIDE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * SIDE + ty, col = blockIdx.x * SIDE + tx;

    float sum = 0;
    for (int t = 0; t < k; t += SIDE) {
        ta[ty][tx] = __float2half(a[row * k + t + tx]);
        tb[ty][tx] = __float2half(b[(t + ty) * n + col]);
        __syncthreads();
        for (int i = 0; i < SIDE; i++)
            sum += __half2float(ta[ty][i]) * __half2float(tb[i][tx]);
        __syncthreads();
    }
    c[row * n + col] = sum;
}
