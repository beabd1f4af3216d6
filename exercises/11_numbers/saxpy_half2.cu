// saxpy_half2: y = a * x + y in half precision, two numbers at a time.
//
//   y, x   n numbers in half precision, as bits; x is read only
//   a      a float
//   n      the number of elements, odd or even
//
// Launch: blocks of 256 threads, enough of them for one thread per pair.

#include <cuda_fp16.h>

__global__ void saxpy_half2(unsigned short *y, const unsigned short *x, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __half2 *y2 = (__half2 *)y;
    const __half2 *x2 = (const __half2 *)x;

    // YOUR CODE HERE
    (void)i, (void)y2, (void)x2;
}
