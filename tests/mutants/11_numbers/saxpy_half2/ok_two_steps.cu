// A product and a sum of pairs, and the last element computed as a float.
// Expect: passed
#include <cuda_fp16.h>

__global__ void saxpy_half2(unsigned short *y, const unsigned short *x, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __half2 *y2 = (__half2 *)y;
    const __half2 *x2 = (const __half2 *)x;

    if (i < n / 2) {
        y2[i] = __hadd2(__hmul2(__half2half2(__float2half(a)), x2[i]), y2[i]);
    } else if (i == n / 2 && n % 2 == 1) {
        __half *last = (__half *)y + n - 1;

        *last = __float2half(a * __half2float(((const __half *)x)[n - 1]) + __half2float(*last));
    }
}
