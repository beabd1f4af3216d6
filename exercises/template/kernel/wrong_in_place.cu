// Mistake: doubles the input, and copies it.
// Expect: input-changed read-only-write
__global__ void NAME(float *out, float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] *= 2; // <-- here
        out[i] = x[i];
    }
}
