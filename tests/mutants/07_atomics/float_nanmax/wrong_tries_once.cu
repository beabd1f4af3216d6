// Mistake: no loop: a thread that comes too late gives up.
// Expect: wrong-answer
__device__ void atomic_nanmax(float *best, float v)
{
    int *place = (int *)best;
    int old = atomicAdd(place, 0);

    if (isnan(v))
        return;
    if (!(__int_as_float(old) >= v)) {
        atomicCAS(place, old, __float_as_int(v));
    }
}

__global__ void float_nanmax(float *best, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomic_nanmax(best, x[i]);
}
