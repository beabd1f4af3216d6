// One load, one multiply-add, one store for two numbers. A warp loads 32 pairs, 128 bytes, in four
// whole sectors; with single halves it would need two requests of 64 bytes each for that, and twice as
// many instructions.
//
// The odd element is the only special case. n / 2 rounds down, so it counts the whole pairs; thread
// n / 2 has a single element if n is odd, and otherwise nothing to do.
//
// __hfma2 rounds once, to 11 binary digits. That is good enough for one step. For a sum of many terms it
// would not be: mixed_dot stores halves and adds floats.

#include <cuda_fp16.h>

__global__ void saxpy_half2(unsigned short *y, const unsigned short *x, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __half2 *y2 = (__half2 *)y;
    const __half2 *x2 = (const __half2 *)x;

    if (i < n / 2) {
        y2[i] = __hfma2(__float2half2_rn(a), x2[i], y2[i]);
    } else if (i == n / 2 && n % 2 == 1) {
        __half *last = (__half *)y + n - 1;

        *last = __hfma(__float2half(a), ((const __half *)x)[n - 1], *last);
    }
}
