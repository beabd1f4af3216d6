// A comparison with a NaN is false, so its wording decides what becomes of a NaN. "Is v larger than what
// is there?" is false if what is there is a NaN: it would stay forever. "Is what is there at least v?"
// is false as well, and its negation lets v in. The compiler must keep the two apart: for floats
// !(a >= b) is not a < b.
//
// The thread tests its own value first. Without that test a NaN would be
// let in, too, and each NaN would replace the best number so far.
//
// The swap compares bits. A NaN has many bit patterns, but atomicCAS compares with the very bits that
// the thread has seen, so it works for a NaN, too, where a comparison of floats would never succeed.

__device__ void atomic_nanmax(float *best, float v)
{
    int *bits = (int *)best;
    int old = atomicAdd(bits, 0);

    if (isnan(v))
        return;
    while (!(__int_as_float(old) >= v)) {
        int seen = atomicCAS(bits, old, __float_as_int(v));
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
