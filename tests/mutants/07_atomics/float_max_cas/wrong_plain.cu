// Mistake: compare and write without an atomic.
// Expect: data-race data-race-global
__global__ void float_max_cas(float *best, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        *best = fmaxf(*best, x[i]); // <-- here
}
