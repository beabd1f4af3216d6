// The swap succeeds only if the place still holds what the decision was made on. If somebody was faster, atomicCAS has
// told us what is there now, and the question is asked again with that. So each round either ends or finds a larger
// number than before: the loop cannot go on for ever.
//
// It is left early by most threads: who is not larger than what is there has nothing to store. Bits are compared by
// the swap, floats by us; comparing the bits as ints would put negative numbers in the wrong order.
//
// The first look is an atomic that changes nothing. A plain load would race with the swaps of the others.

__device__ void atomic_max_float(float *best, float v)
{
    int *place = (int *)best;
    int old = atomicAdd(place, 0);
    while (v > __int_as_float(old)) {
        int seen = atomicCAS(place, old, __float_as_int(v));
        if (seen == old)
            break;
        old = seen;
    }
}

__global__ void float_max_cas(float *best, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomic_max_float(best, x[i]);
}
