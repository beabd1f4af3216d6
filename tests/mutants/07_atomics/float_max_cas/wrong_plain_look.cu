// Mistake: the first look is a plain load. The swap would notice an old value; but nothing promises what such a load returns.
// Expect: data-race data-race-global
__global__ void float_max_cas(float *best, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int *place = (int *)best;
    int seen = *place, old;
    do {
        old = seen;
        int larger = __float_as_int(fmaxf(x[i], __int_as_float(old)));
        seen = atomicCAS(place, old, larger); // <-- here
    } while (seen != old);
}
