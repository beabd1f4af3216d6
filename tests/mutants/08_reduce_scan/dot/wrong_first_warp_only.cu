// Mistake: after the shuffles only the first warp's sum is added; the seven others of the block are forgotten.
// Expect: wrong-answer
__global__ void dot(float *out, const float *x, const float *y, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
    float sum = 0;
    for (int i = first; i < n; i += stride)
        sum += x[i] * y[i];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x == 0)
        atomicAdd(out, sum);
}
