// Right: one atomic of each warp in shared memory, then one of the block.
// Expect: passed
__global__ void amax(float *most, const float *x, int n)
{
    __shared__ int top;

    if (threadIdx.x == 0)
        top = 0;
    __syncthreads();

    int i = blockIdx.x * blockDim.x + threadIdx.x, v = i < n ? __float_as_int(fabsf(x[i])) : 0;

    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    if (threadIdx.x % 32 == 0)
        atomicMax(&top, v);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMax((int *)most, top);
}
