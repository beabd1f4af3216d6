// Mistake: keeps the last block away altogether, which is right only if n is a multiple of the block.
// Expect: wrong-answer
__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x < n / blockDim.x)
        out[i] = i;
}
