// Mistake: compares and writes without an atomic.
// Expect: data-race data-race-global
__global__ void float_nanmax(float *best, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] == x[i])
        *best = fmaxf(*best, x[i]); // <-- here
}
