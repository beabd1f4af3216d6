// Mistake: an index of 16 bits, in a language that does not warn.
// Expect: wrong-answer
__global__ void iota(int *out, int n)
{
    unsigned short i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}
