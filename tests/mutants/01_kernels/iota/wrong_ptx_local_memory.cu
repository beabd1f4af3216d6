// Mistake: inline PTX stores before the beginning of local memory.
// Expect: memory-error out-of-bounds
__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
    asm volatile("st.local.u32 [%0], %1;" ::"l"(-4ll), "r"(i));
}
