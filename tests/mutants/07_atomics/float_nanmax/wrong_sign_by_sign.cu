// Mistake: the trick with the bits as whole numbers. It takes a NaN with one sign for smaller than all numbers, and one with the other
// sign for larger.
// Expect: wrong-answer
__global__ void float_nanmax(float *best, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n || isnan(x[i]))
        return;
    if (x[i] >= 0)
        atomicMax((int *)best, __float_as_int(x[i]));
    else
        atomicMin((unsigned int *)best, __float_as_uint(x[i]));
}
