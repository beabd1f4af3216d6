// Mistake: block and thread change places in the formula.
// Expect: wrong-answer
__global__ void iota(int *out, int n)
{
    int i = threadIdx.x * blockDim.x + blockIdx.x;
    if (i < n)
        out[i] = i;
}
