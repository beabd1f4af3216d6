// Mistake: what was found is not taken over, so a swap that failed once fails for ever.
// Expect: hang deadlock
__global__ void float_max_cas(float *best, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int *place = (int *)best;
    int old = atomicAdd(place, 0);
    if (x[i] > __int_as_float(old))
        while (atomicCAS(place, old, __float_as_int(x[i])) != old) // <-- here
            ;
}
