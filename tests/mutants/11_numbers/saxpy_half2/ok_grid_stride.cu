// A loop over the pairs.
// Expect: passed
#include <cuda_fp16.h>

__global__ void saxpy_half2(unsigned short *y, const unsigned short *x, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __half2 *y2 = (__half2 *)y;
    const __half2 *x2 = (const __half2 *)x;

    for (int p = i; p < n / 2; p += gridDim.x * blockDim.x)
        y2[p] = __hfma2(x2[p], __float2half2_rn(a), y2[p]);
    if (i == n / 2 && n % 2) {
        __half *last = (__half *)y + n - 1;

        *last = __hfma(__float2half(a), ((const __half *)x)[n - 1], *last);
    }
}
