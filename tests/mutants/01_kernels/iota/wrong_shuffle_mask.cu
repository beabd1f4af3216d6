// Mistake: the mask names all lanes, half of them never come.
// Expect: sync-error
__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x & 1) {
        int v = __shfl_sync(0xffffffffu, i, 0);
        if (i < n)
            out[i] = v;
    } else if (i < n)
        out[i] = i;
}
