// Right, but with the ordinary units: each thread computes eight elements by itself.
// Expect: too-slow warp_instructions
#include <cuda_fp16.h>

__global__ void gemm_wmma(float *c, const unsigned short *a, const unsigned short *b, int m, int n, int k)
{
    for (int p = threadIdx.x; p < 1024; p += 128) {
        int row = blockIdx.y * 32 + p / 32, col = blockIdx.x * 32 + p % 32;
        float sum = 0;

        for (int i = 0; i < k; i++)
            sum += __half2float(((const half *)a)[row * k + i]) * __half2float(((const half *)b)[i * n + col]);
        c[row * n + col] = sum;
    }
}
