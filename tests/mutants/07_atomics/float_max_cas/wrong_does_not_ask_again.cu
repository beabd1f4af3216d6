// Mistake: swaps until it succeeds, without asking again whether its number is still the larger one.
// Expect: wrong-answer
__global__ void float_max_cas(float *best, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int *place = (int *)best;
    int old = atomicAdd(place, 0), seen;
    if (x[i] > __int_as_float(old))
        while ((seen = atomicCAS(place, old, __float_as_int(x[i]))) != old)
            old = seen;
}
