// Mistake: no loop. A thread that comes too late gives up, even with the largest number of all.
// Expect: wrong-answer
__global__ void float_max_cas(float *best, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int *place = (int *)best;
    int old = atomicAdd(place, 0);
    if (x[i] > __int_as_float(old))
        atomicCAS(place, old, __float_as_int(x[i]));
}
