// Mistake: the largest of the bits. Right for positive floats; among negative ones it finds the smallest.
// Expect: wrong-answer
__global__ void float_max_cas(float *best, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicMax((int *)best, __float_as_int(x[i]));
}
