// Mistake: forgets the block, so that every block scales the first elements once more.
// Expect: data-race data-race-global
__global__ void scale(float *x, float a, int n)
{
    int i = threadIdx.x;
    if (i < n)
        x[i] *= a; // <-- here
}
