// Correct: each half of the warp shuffles under its own mask.
// Expect: passed
__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, v;
    if (lane < 16)
        v = __shfl_xor_sync(0x0000ffffu, i, 3, 16);
    else
        v = __shfl_xor_sync(0xffff0000u, i, 3, 16);
    if ((i ^ 3) < n)
        out[i ^ 3] = v;
}
