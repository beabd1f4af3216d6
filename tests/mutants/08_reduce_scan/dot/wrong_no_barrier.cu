// Mistake: thread 0 adds the warps' sums without waiting for them.
// Expect: data-race data-race-shared
__global__ void dot(float *out, const float *x, const float *y, int n)
{
    __shared__ float sums[8];
    int first = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
    float sum = 0;
    for (int i = first; i < n; i += stride)
        sum += x[i] * y[i];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = sum;
    if (threadIdx.x == 0) {
#pragma unroll 1
        for (int w = 1; w < 8; w++)
            sum += sums[w]; // <-- here
        atomicAdd(out, sum);
    }
}
