// Mistake: four elements at a time, and the last n % 4 are forgotten.
// Expect: wrong-answer
__global__ void dot(float *out, const float *x, const float *y, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
    float sum = 0;
    for (int i = first; i < n / 4; i += stride)
        for (int k = 4 * i; k < 4 * i + 4; k++)
            sum += x[k] * y[k];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, sum);
}
