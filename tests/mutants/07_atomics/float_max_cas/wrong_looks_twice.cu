// Mistake: compares with one look and swaps with another; between the two a larger number may have come, which is then replaced.
// Expect: wrong-answer
__global__ void float_max_cas(float *best, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    volatile float *now = best;
    if (i < n)
        while (x[i] > *now)
            atomicCAS((int *)best, __float_as_int(*now), __float_as_int(x[i]));
}
