// Mistake: no guard, so the threads to spare go past the end.
// Expect: memory-error out-of-bounds
__global__ void NAME(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2 * x[i]; // <-- here
}
