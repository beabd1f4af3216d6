// The first look is a volatile load, and the larger number is always swapped in.
// Expect: passed
__global__ void float_max_cas(float *best, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned int *place = (unsigned int *)best, seen = *(volatile unsigned int *)best, old;
    do {
        old = seen;
        seen = atomicCAS(place, old, __float_as_uint(fmaxf(__uint_as_float(old), x[i])));
    } while (seen != old);
}
