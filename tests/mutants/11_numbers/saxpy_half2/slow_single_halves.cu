// Right, but a thread loads, computes and stores its two numbers one after the other.
// Expect: too-slow global_requests
#include <cuda_fp16.h>

__global__ void saxpy_half2(unsigned short *y, const unsigned short *x, float a, int n)
{
    int threads = gridDim.x * blockDim.x;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        ((__half *)y)[i] = __hfma(__float2half(a), ((const __half *)x)[i], ((__half *)y)[i]);
}
