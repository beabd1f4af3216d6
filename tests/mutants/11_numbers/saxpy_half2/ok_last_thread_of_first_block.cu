// The odd element goes to thread 0, beside its pair.
// Expect: passed
#include <cuda_fp16.h>

__global__ void saxpy_half2(unsigned short *y, const unsigned short *x, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const half2 *p = reinterpret_cast<const half2 *>(x) + i;
    half2 *q = reinterpret_cast<half2 *>(y) + i, factor = make_half2(a, a);

    if (2 * i + 1 < n)
        *q = factor * *p + *q;
    if (i == 0 && (n & 1)) {
        half v = __ushort_as_half(x[n - 1]), w = __ushort_as_half(y[n - 1]);

        y[n - 1] = __half_as_ushort(__hfma(factor.x, v, w));
    }
}
