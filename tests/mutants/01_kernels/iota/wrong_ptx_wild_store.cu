// Mistake: inline PTX stores where nothing is.
// Expect: memory-error out-of-bounds
__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
    asm volatile("st.global.u32 [%0], %1;" ::"l"(0x7fffffffffffull), "r"(i));
}
