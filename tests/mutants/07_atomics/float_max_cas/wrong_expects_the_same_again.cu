// Mistake: does not keep the value that it found, so a swap that failed once fails forever.
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
