// Mistake: takes |x|.
// Expect: wrong-answer
#include <cuda_fp16.h>

__global__ void saxpy_half2(unsigned short *y, const unsigned short *x, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __half2 *y2 = (__half2 *)y;
    const __half2 *x2 = (const __half2 *)x;

    if (i < n / 2) {
        y2[i] = __hfma2(__float2half2_rn(a), __habs2(x2[i]), y2[i]);
    } else if (i == n / 2 && n % 2 == 1) {
        __half *last = (__half *)y + n - 1;

        *last = __hfma(__float2half(a), ((const __half *)x)[n - 1], *last);
    }
}
