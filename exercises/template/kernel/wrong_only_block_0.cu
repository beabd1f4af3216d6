// Mistake: the block's number is forgotten, so every block makes the same elements.
// Expect: wrong-answer
__global__ void NAME(float *out, const float *x, int n)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = 2 * x[i];
}
