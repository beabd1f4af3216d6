// Mistake: no guard.
// Expect: memory-error out-of-bounds
__global__ void scale(float *x, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] *= a; // <-- here
}
