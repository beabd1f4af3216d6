// Mistake: the blocks' sums are added without an atomic.
// Expect: data-race data-race-global
__global__ void dot(float *out, const float *x, const float *y, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
    float sum = 0;
    for (int i = first; i < n; i += stride)
        sum += x[i] * y[i];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0)
        *out += sum; // <-- here
}
