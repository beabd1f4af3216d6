// Mistake: a NaN of x passes the test that lets numbers replace a NaN.
// Expect: wrong-answer
__device__ void atomic_nanmax(float *best, float v)
{
    int *place = (int *)best;
    int old = atomicAdd(place, 0);

    while (!(__int_as_float(old) >= v)) {
        int seen = atomicCAS(place, old, __float_as_int(v));
        if (seen == old)
            break;
        old = seen;
    }
}

__global__ void float_nanmax(float *best, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomic_nanmax(best, x[i]);
}
