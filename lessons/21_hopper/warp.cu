// The sum of each warp's 32 numbers, in every lane: with five shuffles,
// and with one instruction.
__global__ void with_shuffles(int *out, const int *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = x[i];

    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    out[i] = v;
}

__global__ void with_reduce(int *out, const int *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    out[i] = __reduce_add_sync(0xffffffff, x[i]);
}
