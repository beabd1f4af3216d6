// Mistake: the largest of the bits: a NaN has the largest of all.
// Expect: wrong-answer
__global__ void float_nanmax(float *best, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicMax((int *)best, __float_as_int(x[i]));
}
