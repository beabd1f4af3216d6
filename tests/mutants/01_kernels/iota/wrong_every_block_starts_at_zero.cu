// Mistake: forgets the block, so all blocks fill the same first elements.
// Expect: wrong-answer
__global__ void iota(int *out, int n)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = i;
}
