// Which block is the last one differs from run to run, but its work is the same: each block has
// its own element of `partial`, and they are added in that order. So the result has the same bits
// each time.
//
// The first fence is between the sum and the counter. Without it the last block might see the
// counter before the sum, and add an old one. The second fence, after the counter, is for the
// reading side (NVIDIA's sample leaves it out). atomicInc wraps to 0 after the last number, so the
// next launch finds the counter as this one did.
//
// Nearly all the time goes into the first loop. float4 loads keep more bytes under way with fewer
// instructions.

__device__ float partial[1056];

// The sum over the block's threads; right in thread 0.
__device__ float sum_of_block(float v)
{
    __shared__ float sums[8];

    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0)
        for (int w = 1; w < 8; w++)
            v += sums[w];
    __syncthreads();
    return v;
}

__global__ void sum_any_n(float *out, unsigned *arrived, const float *__restrict__ x, int n)
{
    __shared__ bool last;
    const float4 *x4 = (const float4 *)x;
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    for (int i = first; i < n / 4; i += gridDim.x * blockDim.x) {
        float4 a = x4[i];
        sum += a.x + a.y + a.z + a.w;
    }
    if (first < n % 4)
        sum += x[n / 4 * 4 + first];

    sum = sum_of_block(sum);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        __threadfence();
        last = atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (!last)
        return;

    sum = 0;
    for (int b = threadIdx.x; b < gridDim.x; b += blockDim.x)
        sum += partial[b];
    sum = sum_of_block(sum);
    if (threadIdx.x == 0)
        out[0] = sum;
}
