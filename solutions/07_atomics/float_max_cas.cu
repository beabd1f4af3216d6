// The swap succeeds only if *best still holds the value that the decision was based on. If
// another thread was faster, atomicCAS has returned the value that is there now, and the loop
// decides again with that. So each round either ends or finds a larger number than before: the loop
// cannot go on forever.
//
// Most threads leave the loop early: if your number is not larger than what is there, there is nothing to
// store. The swap compares bits, the loop compares floats; comparing the bits as ints would put
// negative numbers in the wrong order.
//
// The first read is an atomic that changes nothing. A plain load would race with the other threads'
// swaps.

__device__ void atomic_max_float(float *best, float v)
{
    int *bits = (int *)best;
    int old = atomicAdd(bits, 0);
    while (v > __int_as_float(old)) {
        int seen = atomicCAS(bits, old, __float_as_int(v));
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
