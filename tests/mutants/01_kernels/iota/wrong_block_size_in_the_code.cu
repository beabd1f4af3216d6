// Mistake: 256 written into the formula; one case has blocks of 64.
// Expect: wrong-answer
__global__ void iota(int *out, int n)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n)
        out[i] = i;
}
